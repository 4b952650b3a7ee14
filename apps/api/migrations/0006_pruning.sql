-- Clean-up runs for all teams and people at once, in transactions of the system.
create policy pruning on team_heads for select using ((select app_system()));
create policy pruning on answers using ((select app_system())) with check ((select app_system()));
