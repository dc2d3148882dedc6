import { index, onchainTable, type PgColumnsBuilders, primaryKey, relations } from 'ponder'

const place = (t: PgColumnsBuilders) => ({
  chainId: t.integer().notNull(),
  receiver: t.hex().notNull(),
  blockNumber: t.bigint().notNull(),
  blockHash: t.hex().notNull(),
  blockTime: t.integer().notNull(),
  transactionHash: t.hex().notNull(),
  logIndex: t.integer().notNull(),
})

const payment = (t: PgColumnsBuilders) => ({
  ...place(t),
  /** The order or the request of a direct fill, or else the hash of the call. */
  id: t.hex().notNull(),
  /** Counts the events with this id. */
  nth: t.integer().notNull(),
  solver: t.hex().notNull(),
  recipient: t.hex().notNull(),
  payer: t.hex().notNull(),
  token: t.hex().notNull(),
  amount: t.bigint().notNull(),
  /** Why something could not be checked. */
  unchecked: t.text().array().notNull(),
})

export const fill = onchainTable('fill', payment, (table) => ({
  key: primaryKey({ columns: [table.chainId, table.receiver, table.id, table.nth] }),
}))

/** Money that went back to its payer, because nothing authorized the call. Anyone can cause such an event. */
export const returned = onchainTable('returned', payment, (table) => ({
  key: primaryKey({ columns: [table.chainId, table.receiver, table.id, table.nth] }),
}))

export const authorization = onchainTable(
  'authorization',
  (t) => ({
    ...place(t),
    callHash: t.hex().notNull(),
    nth: t.integer().notNull(),
    /** The order or the request. */
    id: t.hex().notNull(),
    deadline: t.integer().notNull(),
  }),
  (table) => ({ key: primaryKey({ columns: [table.chainId, table.receiver, table.callHash, table.nth] }) }),
)

/** The calls that an order or a request authorized. */
export const order = onchainTable(
  'order',
  (t) => ({
    chainId: t.integer().notNull(),
    receiver: t.hex().notNull(),
    id: t.hex().notNull(),
    callHashes: t.hex().array().notNull(),
  }),
  (table) => ({ key: primaryKey({ columns: [table.chainId, table.receiver, table.id] }) }),
)

/** A contradiction. The id is the one that `fillproof watch` reports. */
export const finding = onchainTable(
  'finding',
  (t) => ({
    ...place(t),
    id: t.hex().primaryKey(),
    kind: t.text().notNull(),
    expected: t.text().notNull(),
    actual: t.text().notNull(),
    message: t.text().notNull(),
  }),
  (table) => ({ place: index().on(table.chainId, table.transactionHash, table.logIndex) }),
)

/** Events of the policy, the roles, rescued money, and claims and refunds of inboxes. */
export const otherEvent = onchainTable('other_event', (t) => ({
  ...place(t),
  id: t.text().primaryKey(),
  name: t.text().notNull(),
  args: t.json().notNull(),
}))

export const fillRelations = relations(fill, ({ many }) => ({
  findings: many(finding),
  authorizations: many(authorization),
}))

export const findingRelations = relations(finding, ({ one }) => ({
  fill: one(fill, {
    fields: [finding.chainId, finding.transactionHash, finding.logIndex],
    references: [fill.chainId, fill.transactionHash, fill.logIndex],
  }),
}))

export const authorizationRelations = relations(authorization, ({ one }) => ({
  fill: one(fill, {
    fields: [authorization.chainId, authorization.receiver, authorization.callHash],
    references: [fill.chainId, fill.receiver, fill.id],
  }),
}))
