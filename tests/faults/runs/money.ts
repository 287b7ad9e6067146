import { FakeResend } from "../../support/resend";
import { injectFaults } from "../checker/faults";
import { Recorder } from "../checker/recorder";
import { roomyLimits } from "../limits";
import { actWithMoney, prepareMoney } from "../money/load";
import { findBrokenPromises } from "../money/promises";
import { random } from "../random";
import type { FaultRun } from "../run";
import { FaultCluster, onCleanup } from "../world";

const INVESTORS = 50;
const OPERATIONS = 10_000;

/** Row 69: investments, bank statements and payouts of many users on two servers under all faults, then a check of the ledger. */
export const money: FaultRun = async ({ seed, say }) => {
  const resend = await new FakeResend().start();
  onCleanup(() => resend.stop());
  const cluster = await FaultCluster.start({
    servers: 2,
    durable: true,
    env: { ...roomyLimits, ...resend.env },
  });
  const recorder = new Recorder(() => cluster.urls);
  let done = () => 0;
  const over = () => done() >= OPERATIONS;
  const money = await prepareMoney({ world: cluster, recorder, seed, investors: INVESTORS, over });
  const { count, bank, answers } = money.load;
  done = () => count.ok + count.refused + count.unknown;
  say(`${INVESTORS} approved investors`);
  const watch = setInterval(() => say(`${done()} operations`), 15_000);
  const faults = injectFaults(cluster, resend, random(seed), { done, over });
  await actWithMoney(money);
  const times = await faults;
  clearInterval(watch);
  resend.manner = () => "ok";
  await cluster.mailsSettled(150_000);

  const broken = await findBrokenPromises(money.load);
  for (const line of broken) say(`broken: ${line}`);
  const sum = async (query: string) => Number((await cluster.sql.query<{ n: string }>(query)).rows[0]!.n);
  const active = await sum("SELECT count(*) AS n FROM investments WHERE state <> 'requested'");
  const undone = await sum("SELECT count(*) AS n FROM money_acts WHERE kind = 'undo'");
  const confirmed = await sum(
    "SELECT count(*) AS n FROM money_acts WHERE kind = 'undo' AND confirmed_by_id IS NOT NULL",
  );
  const paid = await sum("SELECT count(*) AS n FROM payouts WHERE state IN ('released', 'paid', 'returned')");
  const happened = [...times].map(([name, n]) => `${n} x ${name}`).join(", ");
  const ok =
    broken.length === 0 &&
    done() >= OPERATIONS &&
    times.size === 5 &&
    active > 0 &&
    paid > 0 &&
    undone > confirmed &&
    confirmed > 0;
  if (!ok) {
    for (const [kind, n] of [...answers].sort(([, a], [, b]) => b - a)) say(`${n} x ${kind}`);
    for (const line of cluster.failures()) say(`server: ${line}`);
  }
  return [
    {
      row: 69,
      reached: `${done()} operations of ${INVESTORS} investors and the administrators (${count.ok} acknowledged, ${count.refused} refused, ${count.unknown} unanswered), ${bank.lines.length} lines of the bank, ${active} investments that were paid or ended, ${paid} payouts, ${undone} acts undone (${confirmed} by two), ${happened}: ${broken.length} promises broken (seed ${seed})`,
      ok,
    },
  ];
};
