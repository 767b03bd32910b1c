-- How much the person wants to be asked about an agent; absent where they said nothing.
ALTER TABLE agents ADD COLUMN approvals TEXT CHECK (approvals IN ('every', 'matters', 'minimal'));
