-- A file holds what its asker could see when it was made: the private projects that were left out of it. Null: made before this
-- was noted. Whoever fetches it must still see all that is in it.
alter table team_exports add column left_out uuid[];
