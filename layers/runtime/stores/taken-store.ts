/**
 * What was taken on a day: a client's in one item, a partner's in shares, each an item. All of it is
 * dropped once nothing can count there any more (decision: payments-have-ceilings).
 */
import { DAY_MILLISECONDS, type Day } from '@billhook/core/base/dates';
import { clientDayKey, partnerDayPartition } from '@billhook/core/base/table-keys';
import { DAY_SHARES } from '@billhook/core/payment/ceilings';
import type { Counted } from '@billhook/core/payment/withheld';
import type { Key, Table, Write } from '../table/types.ts';

/** Long past the end of the day by whatever clock, until the last payment of it has ended. */
const DAYS_KEPT = 10;

type Taken = { readonly cents: number };

type Whose = { readonly clientId: string; readonly partnerId: string };

/** The most that may have been counted before: of the client, and by share; anything where left out. */
export type Room = {
  readonly client?: number;
  readonly shares: Readonly<Record<string, number>>;
};

export type TakenStore = {
  /** Cents. Strongly consistent, as the next. */
  ofClient(clientId: string, day: Day): Promise<number>;
  /** Cents by share. */
  ofPartner(partnerId: string, day: Day): Promise<readonly number[]>;
  /** Counts a payment. Fails where a day has no room for it any more. */
  take(payment: Whose & { readonly counted: Counted }, room: Room, machineNow: number): Write[];
  /** Takes back what a payment counted for; nothing where it did not count. */
  giveBack(
    payment: Whose & { readonly submitted?: { readonly counted?: Counted } },
    machineNow: number,
  ): Write[];
};

export function takenStore(table: Table): TakenStore {
  return {
    async ofClient(clientId, day) {
      return (await table.get<Taken>(clientDayKey(clientId, day)))?.cents ?? 0;
    },
    async ofPartner(partnerId, day) {
      const partition = partnerDayPartition(partnerId, day);
      const { items } = await table.query<Taken & { readonly sk: string }>({ partition });
      const shares = new Map(items.map(({ sk, cents }) => [Number(sk), cents]));
      return Array.from({ length: DAY_SHARES }, (_, share) => shares.get(share) ?? 0);
    },
    take({ counted, ...whose }, room, machineNow) {
      const [own, ...shares] = additions(whose, counted, machineNow);
      return [
        ...(own ? [within(own, room.client)] : []),
        ...shares.map((one) => within(one, room.shares[one.update.sk])),
      ];
    },
    giveBack({ submitted, ...whose }, machineNow) {
      const { counted } = submitted ?? {};
      if (!counted) return [];
      return additions(whose, counted, machineNow).map(({ add, ...one }) => ({
        ...one,
        add: { cents: -add.cents },
      }));
    },
  };
}

type Addition = {
  readonly update: Key;
  readonly add: { readonly cents: number };
  readonly set: { readonly expiresAt: number };
};

function within(addition: Addition, atMost: number | undefined): Write {
  if (atMost === undefined) return addition;
  return { ...addition, when: { atMost: { cents: atMost }, orAbsent: true } };
}

/** The client's first. */
function additions(
  { clientId, partnerId }: Whose,
  { day, cents, shares = {} }: Counted,
  machineNow: number,
): Addition[] {
  const set = { expiresAt: Math.ceil((machineNow + DAYS_KEPT * DAY_MILLISECONDS) / 1000) };
  const pk = partnerDayPartition(partnerId, day);
  return [
    { update: clientDayKey(clientId, day), add: { cents }, set },
    ...Object.entries(shares).map(([sk, part]) => ({
      update: { pk, sk },
      add: { cents: part },
      set,
    })),
  ];
}
