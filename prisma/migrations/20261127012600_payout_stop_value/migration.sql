-- In a migration of its own, because a transaction cannot use the value that it adds.
ALTER TYPE "money_thing" ADD VALUE 'stop';
