-- How far the log was known to whoever made a change, null where they did not say. What somebody else wrote into the same
-- field after that was overwritten unseen: people are shown that, and can put it back.
alter table history add column base bigint;
