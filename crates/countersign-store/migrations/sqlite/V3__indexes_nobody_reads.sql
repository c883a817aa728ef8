-- Sets by when they were opened, and receipts by their event: nobody looked for either.

DELETE FROM idx WHERE name IN ('set.open', 'receipt.event');
