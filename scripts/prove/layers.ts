// The subjects of the properties, and the models that replace parts of the sources.
import type { Layer } from './types.js'

/** The shipped libraries, called as contracts call them. */
export const signatures: Layer = { name: 'signature forms', folder: 'signatures' }

/** The shipped libraries that read evidence, next to plain Solidity. */
export const reading: Layer = { name: 'reading', folder: 'reading' }

/** A model: the terms come from the caller, not from the order. */
const readCall = `ArbitraryTerms.readCall(terms, signature);
        _checkTokenRange(terms.token, terms.minimum, terms.maximum);`
const importTerms = 'import {ArbitraryTerms} from "../../harness/deciding/ArbitraryTerms.sol";'

/** The deployable receivers with their checks and their state machine. The content of the evidence is arbitrary. */
export const deciding: Layer = {
  name: 'deciding',
  folder: 'deciding',
  subject: 'attested',
  models: [
    {
      file: 'contracts/evidence/AttestedOrders.sol',
      from: 'terms.solver = _recoverSolver(SolverAttestation.digest(attestation), signature);',
      to: `ArbitraryTerms.read(terms, signature);
        _checkSolver(terms.solver);`,
    },
    {
      file: 'contracts/evidence/AttestedOrders.sol',
      from: '        _match("solver", Orders.readProof(order, terms), _padded(terms.solver));\n',
      to: '',
    },
    {
      file: 'contracts/evidence/AttestedOrders.sol',
      from: '_readDirect(terms, order.output);',
      to: 'ArbitraryTerms.hasNoCall(signature);',
    },
    {
      file: 'contracts/evidence/AttestedOrders.sol',
      from: '_readAuthorized(terms, order.output);',
      to: readCall,
    },
    {
      file: 'contracts/evidence/AttestedOrders.sol',
      from: 'import {Orders} from "../libraries/Orders.sol";',
      to: importTerms,
    },
  ],
}

/** The same layer for the receiver of signed orders. */
export const decidingSigned: Layer = {
  name: 'deciding signed',
  folder: 'deciding',
  subject: 'signed',
  models: [
    {
      file: 'contracts/evidence/SignedOrders.sol',
      from: 'Orders.readSignedProof(order, terms);\n        orderId = terms.id;',
      to: 'ArbitraryTerms.read(terms, signature);\n        orderId = terms.id;',
    },
    {
      file: 'contracts/evidence/SignedOrders.sol',
      from: `terms.solver = _recoverSolver(MessageHashUtils.toEthSignedMessageHash(orderId), signature);
        _match("solver", _padded(order.solver), _padded(terms.solver));`,
      to: '_checkSolver(terms.solver);',
    },
    {
      file: 'contracts/evidence/SignedOrders.sol',
      from: '        _readInputs(terms, order.inputs);\n        _readAuthorized',
      to: '        _readAuthorized',
    },
    {
      file: 'contracts/evidence/SignedOrders.sol',
      from: '_readAuthorized(terms, order.output);',
      to: readCall,
    },
    {
      file: 'contracts/evidence/SignedOrders.sol',
      from: 'import {Orders} from "../libraries/Orders.sol";',
      // The reading of orders that pay inboxes needs both.
      to: `import {Orders} from "../libraries/Orders.sol";\n${importTerms}`,
    },
  ],
}

/** The unchanged deployable guard, including its reading of evidence. */
export const guarding: Layer = { name: 'guarding', folder: 'guarding' }

/** The two other deployable receivers, unchanged, including their reading of evidence. */
export const overriding: Layer = { name: 'overriding', folder: 'overriding' }

/** The unchanged deployable receiver of inboxes, including its reading of evidence, and the code of inboxes. */
export const inboxes: Layer = { name: 'inboxes', folder: 'inboxes' }
