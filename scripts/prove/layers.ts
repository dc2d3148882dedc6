// What the properties are about, and which models stand in for parts of the sources.
import type { Layer } from './types.js'

/** The shipped libraries, called as contracts call them. */
export const signatures: Layer = { name: 'signature forms', folder: 'signatures' }

/** The shipped libraries that read evidence, next to plain Solidity. */
export const reading: Layer = { name: 'reading', folder: 'reading' }

/** The deployable contract with its checks and its state machine; what evidence says is arbitrary. */
export const deciding: Layer = {
  name: 'deciding',
  folder: 'deciding',
  models: [
    {
      file: 'contracts/evidence/AttestedOrders.sol',
      from: `_readAttestation(t, a, signature);
        bytes32 solver = Orders.readProof(order, t);
        if (uint256(solver) != uint160(t.solver)) _matchTerm(t, "solver", solver, _padded(t.solver));
        _readOutput(t, order.output, recipientProof, way);`,
      to: `ArbitraryTerms.read(t, a, signature, way);
        _setSolver(t, t.solver);
        _setRoute(t);`,
    },
    {
      file: 'contracts/evidence/AttestedOrders.sol',
      from: 'import {Orders} from "../libraries/Orders.sol";',
      to: 'import {ArbitraryTerms} from "../../harness/deciding/ArbitraryTerms.sol";',
    },
  ],
}

/** The deployable guard as it is, its reading of evidence included. */
export const guarding: Layer = { name: 'guarding', folder: 'guarding' }

/** The two other deployable receivers as they are, their reading of evidence included. */
export const overriding: Layer = { name: 'overriding', folder: 'overriding' }
