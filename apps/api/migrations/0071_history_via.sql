-- What a person confirmed rather than did by hand; null = by hand.
alter table history add column via text check (via = 'assistant');
