/** The meaning of each flag of a test. */
export const notes = {
  inboxes: {
    Term: 'One term differs, and with it the address.',
    Generated: 'Every term is generated.',
  },
  orders: {
    Published: 'The public service or its code published it. It has no signature here.',
    Field: 'One field of an order differs; the id and the signature follow.',
    Valid: 'A form of the signature that a contract takes.',
    OtherKey: 'A good signature of another account than the order’s solver.',
    Malleable: 's is above half of the curve order: refused, so that no signature has a second form.',
    WrongV: 'v is neither 27 nor 28.',
    WrongLength: 'Neither 65 nor 64 bytes.',
    OutOfRange: 'r or s is zero.',
  },
  quotes: {
    Unsigned:
      'The service changed the order, wrote the rest of the quote to match, and left out the signature.',
    OwnKey: 'The same, signed by a key that is not the solver’s.',
    KeptId: 'The order was changed under the id and the signature of the honest one.',
    Around: 'A field beside the order was changed.',
  },
} as const
