// The service worker: it shows what the daemon sends to this device, and answers from the notice. It keeps no pages.

// Nothing that has only just appeared is answered; the item opens instead.
const APPEARS = 700;

self.addEventListener("push", (event) => event.waitUntil(show(read(event.data))));
self.addEventListener("notificationclick", (event) => event.waitUntil(clicked(event.notification, event.action)));
self.addEventListener("pushsubscriptionchange", (event) => event.waitUntil(renew(event)));

function read(data) {
  try {
    return data?.json() ?? {};
  } catch {
    return {};
  }
}

// A browser ends a subscription whose messages show nothing, so there is always a notice.
function show({ title = "Countersign", body = "", lang, tag = "countersign", url = "/", item, digest, actions = [], stays = false }) {
  const data = { url, item, digest, lang, at: Date.now() };
  const look = { icon: "/assets/icon-192.png", badge: "/assets/icon-192.png" };
  return self.registration.showNotification(title, {
    ...look, body, lang, tag, actions, data, renotify: true, requireInteraction: stays,
  });
}

// Each answer is the safe one; a yes needs the page, which shows the thing whole.
const ANSWERS = {
  hold: ({ item }) => [`/v1/countdowns/${item}/stop`, {}],
  reject: ({ item, digest }) => [`/v1/items/${item}/reject`, { digest }],
};

async function clicked(notice, action) {
  const about = notice.data ?? {};
  const tooSoon = action !== "hold" && Date.now() - about.at < APPEARS;
  const call = Object.hasOwn(ANSWERS, action) && about.item && !tooSoon && ANSWERS[action](about);
  const said = call && (await post(...call, about.lang).catch(() => null));
  // What was said replaces the notice.
  if (said) return show({ title: said.message, lang: about.lang, tag: notice.tag, url: about.url });
  notice.close();
  return openPage(about.url ?? "/");
}

// The answer is a person's: it carries the session of this browser, and the word that only its own pages get.
async function post(path, input, language = "") {
  const session = await (await fetch("/v1/session", { headers: { Accept: "application/json" } })).json();
  const headers = { "Content-Type": "application/json", "Countersign-CSRF": session.csrf ?? "", "Accept-Language": language };
  const response = await fetch(path, { method: "POST", headers, body: JSON.stringify(input) });
  return response.ok ? response.json() : null;
}

// A page that is open may hold typed text: it is shown as it is, and no other is replaced.
async function openPage(url) {
  const wanted = new URL(url, self.location.origin);
  const to = wanted.origin === self.location.origin ? wanted : new URL("/", self.location.origin);
  const pages = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const shown = pages.find((page) => new URL(page.url).pathname === to.pathname);
  return shown ? shown.focus() : self.clients.openWindow(to.href);
}

async function renew({ oldSubscription, newSubscription }) {
  const options = oldSubscription?.options;
  const made = newSubscription ?? (options && (await self.registration.pushManager.subscribe(options)));
  if (!made) return;
  const { endpoint, keys } = made.toJSON();
  await post("/v1/push/subscribe", { credentials: { endpoint, p256dh: keys.p256dh, auth: keys.auth } });
}
