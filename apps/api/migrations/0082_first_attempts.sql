-- Throws HR002 if the same request was answered before or is in flight. A function, so that a command sends it ahead of its first statement
-- in the same round trip. Read-committed statements after it see the commits that preceded the advisory lock.
create function assert_first_attempt(of_user uuid, of_route text, of_path text, of_key text, of_client uuid)
returns void language plpgsql as $$
begin
  if not pg_try_advisory_xact_lock(
      hashtextextended(concat_ws(' ', of_user, of_route, of_path, coalesce(of_key, of_client::text)), 0))
    or exists (
      select from answers a where a.user_id = of_user and a.route = of_route and a.path = of_path
        and (a.idempotency_key = of_key or a.client_id = of_client))
  then
    raise exception 'the request was sent before' using errcode = 'HR002';
  end if;
end $$;
