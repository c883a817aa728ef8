/* ---- This device, notified by its push service also while no page is open ---- */

function dressPush(button) {
  const can = "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;
  button.hidden = !can;
  button.disabled = can && Notification.permission === "denied";
  if (button.disabled) button.textContent = say("live-push-denied");
}

async function pushOn(button) {
  hush("push");
  button.disabled = true;
  try {
    if ((await Notification.requestPermission()) !== "granted") throw new Error(say("live-push-denied"));
    await subscribe(button.dataset.push);
    // One notice for each thing: open pages say no more of it.
    localStorage.removeItem(NOTIFY);
    show((await load(here)).doc);
    main().focus();
  } catch (error) {
    tell("push", `${say("live-push-failed")} ${error.message}`);
  } finally {
    button.disabled = false;
    dressPush(button);
  }
}

async function subscribe(key) {
  await navigator.serviceWorker.register("/sw.js");
  const { pushManager } = await navigator.serviceWorker.ready;
  // A subscription made for another daemon, or another session, is of no use.
  await (await pushManager.getSubscription())?.unsubscribe();
  const made = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: bytes(key) });
  const { endpoint, keys } = made.toJSON();
  const credentials = { endpoint, p256dh: keys.p256dh, auth: keys.auth };
  await call("/v1/push/subscribe", JSON.stringify({ credentials, label: deviceName() }));
}

function deviceName() {
  const { brands = [], platform = "" } = navigator.userAgentData ?? {};
  const brand = brands.map((one) => one.brand).find((name) => !/not.*brand/i.test(name)) ?? "";
  return [brand, platform || navigator.platform].filter(Boolean).join(", ").slice(0, 60);
}
