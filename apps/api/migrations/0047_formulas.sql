-- Fields whose values are computed: what they say, with the ids of fields in braces, and what comes of it.
alter table fields add column formula text;
alter table fields add column result text;

-- What formulas are made of, each the same to the last bit as in packages/contracts/src/formula-compute-values.ts.
-- Strict: no value where one is missing.

create function formula_number(x float8) returns float8 language sql immutable strict parallel safe as $$
  select case when abs(x) <= 1e15::float8 then case when abs(x) < 1e-9::float8 then 0 else x end end
$$;

create function formula_round(x float8, p float8) returns float8 language sql immutable strict parallel safe as $$
  select formula_number(case when x < 0 then 0 - floor(abs(x) * p + 0.5::float8) / p else floor(abs(x) * p + 0.5::float8) / p end)
$$;

create function formula_day(d date, n float8) returns date language sql immutable strict parallel safe as $$
  select case when abs(floor(n)) <= 4000000 and (d - date '0001-01-01') + floor(n) between 0 and 3652058
    then d + floor(n)::int end
$$;

create function formula_least(a float8, b float8) returns float8 language sql immutable strict parallel safe as 'select least(a, b)';
create function formula_least(a date, b date) returns date language sql immutable strict parallel safe as 'select least(a, b)';
create function formula_greatest(a float8, b float8) returns float8 language sql immutable strict parallel safe as 'select greatest(a, b)';
create function formula_greatest(a date, b date) returns date language sql immutable strict parallel safe as 'select greatest(a, b)';

create function formula_text(x float8) returns text language sql immutable strict parallel safe as $$
  select case when abs(x) >= 9e9::float8 then
    (case when x < 0 then '-' else '' end) || floor(abs(x) + 0.5::float8)::bigint
  else (
    select (case when x < 0 and r <> 0 then '-' else '' end) || r / 1000000
      || case when r % 1000000 = 0 then '' else '.' || rtrim(lpad((r % 1000000)::text, 6, '0'), '0') end
    from (select floor(abs(x) * 1e6::float8 + 0.5::float8)::bigint as r) s
  ) end
$$;
