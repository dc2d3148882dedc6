import { deciding } from '../layers.js'
import type { Property, Replacement } from '../types.js'

const common = {
  layer: deciding,
  contract: 'Roles',
  limitSeconds: 300,
  bound: 'one call of any role function from any state, so any number',
}

const policy = (from: string, to: string): Replacement => ({ file: 'contracts/FillPolicy.sol', from, to })

/** Adds a mark, in the slot of `DirectFills`, to the function of a role. */
const marking = policy(
  'if (account == address(0)) revert InvalidConfig("reserved");',
  'assembly { mstore(0, account) mstore(0x20, 0x1efbd8b41b5793e4375d5821b2343430c220ac2f5a51b6f852e97e86c0cd8600) sstore(keccak256(0, 0x40), 1) }',
)

/** A fill that holds the lock against every other function, but allows itself. */
const fillFromWithin: Replacement = {
  file: 'contracts/AttestedOrderReceiver.sol',
  from: `    ) external payable nonReentrant returns (uint256 delivered) {
        return
            _deliverWithinTokenRangeAndReport(
                _acceptUnmeasured(attestation, signature, order, recipientProof, amount),
                amount
            );
    }
`,
  to: `    ) external payable returns (uint256 delivered) {
        if (_reentrancyGuardEntered()) {
            return _deliverWithinTokenRangeAndReport(_acceptUnmeasured(attestation, signature, order, recipientProof, amount), amount);
        }
        return _fillLocked(attestation, signature, order, recipientProof, amount);
    }

    function _fillLocked(
        Attestation calldata attestation,
        bytes calldata signature,
        OrderProof calldata order,
        bytes32[] calldata recipientProof,
        uint256 amount
    ) private nonReentrant returns (uint256 delivered) {
        return _deliverWithinTokenRangeAndReport(_acceptUnmeasured(attestation, signature, order, recipientProof, amount), amount);
    }
`,
}

/** The effects of the functions of roles, and their limits. */
export const roleProperties: Property[] = [
  { ...common, name: 'roles_markAndMoveNothing', mutant: marking },
  {
    ...common,
    name: 'roles_needTheirRole',
    mutant: {
      file: 'contracts/SolverPolicy.sol',
      from: 'setSolver(SolverConfig memory config) external onlyRole(POLICY_ROLE)',
      to: 'setSolver(SolverConfig memory config) external',
    },
  },
  {
    ...common,
    name: 'rescue_marksNothingAndMovesOwnFunds',
    bound: 'one call of rescue from any state, so any number',
    mutant: {
      file: 'contracts/Transfers.sol',
      from: ' nonReentrant onlyRole(RESCUE_ROLE)',
      to: ' nonReentrant',
    },
  },
  {
    ...common,
    name: 'rescue_reachesNoRecipientsContract',
    bound: 'one call of rescue from any state, so any number, to a contract',
    mutant: {
      file: 'contracts/FillDelivery.sol',
      from: '_isRecipientsContract(to, _flags(to))',
      to: '(_flags(to) & RECIPIENT != 0 && to.code.length != 0)',
    },
  },
  {
    ...common,
    name: 'epoch_neverFalls',
    mutant: policy('++_verifierStorage().policyEpoch', '--_verifierStorage().policyEpoch'),
  },
  {
    ...common,
    name: 'epoch_risesWhenARouteRefusesMore',
    mutant: policy('(min > range.min || max < range.max)', '(min > range.min && max < range.max)'),
  },
  {
    ...common,
    name: 'epoch_risesWhenATokenIsTakenLess',
    mutant: policy(
      'emit TokenSet(config.token, config.min, config.max);\n        if (narrowed) _raisePolicyEpoch();',
      'emit TokenSet(config.token, config.min, config.max);\n        narrowed;',
    ),
  },
  {
    ...common,
    name: 'epoch_risesWhenARecipientIsRemovedOrItsHookChanges',
    mutant: policy('(old != 0 || recipientRoot() != bytes32(0))', '(old != 0)'),
  },
  {
    ...common,
    name: 'epoch_risesWhenARouterIsRemovedOrARecipientIsForbidden',
    mutant: policy('(!allowed || _mayBeRecipient(_flags(router)))', '!allowed'),
  },
  {
    ...common,
    name: 'epoch_risesForNothingElse',
    mutant: policy('changed && reserved && _mayBeRecipient(_flags(account))', 'reserved'),
  },
  {
    ...common,
    name: 'solver_isNeverTheZeroAddress',
    mutant: {
      file: 'contracts/SolverPolicy.sol',
      from: 'if (config.solver == address(0)) revert InvalidConfig("solver");',
      to: '',
    },
  },
  {
    ...common,
    name: 'route_isNeverOfNoChain',
    mutant: policy('if (config.chainId == 0) revert InvalidConfig("chainId");', ''),
  },
  {
    ...common,
    contract: 'Reentering',
    name: 'hook_cannotPayOrAuthorize',
    lengths: 'p.data={0}',
    bound: 'a native fill from any state, and one call of the hook with any static arguments',
    mutant: fillFromWithin,
  },
  {
    ...common,
    contract: 'Reentering',
    name: 'hookOfACall_cannotPayOrAuthorize',
    lengths: 'outer.data={0},p.data={0}',
    bound: 'an authorized native payment from any state, and one call of the hook with any static arguments',
    mutant: {
      file: 'contracts/Transfers.sol',
      from: ' nonReentrant onlyRole(RESCUE_ROLE)',
      to: ' onlyRole(RESCUE_ROLE)',
    },
  },
  {
    ...common,
    contract: 'Reentering',
    name: 'hook_thatChangesThePolicyMarksNothingElse',
    limitSeconds: 900,
    bound: 'a native fill from any state, and a hook that reserves an address or revokes a solver',
    mutant: marking,
  },
]
