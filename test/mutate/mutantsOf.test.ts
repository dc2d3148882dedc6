import { expect } from 'chai'
import { parse } from '../../scripts/mutate/compile.js'
import { mutantsOf } from '../../scripts/mutate/findMutants.js'

/** What is done to the body of a function, by operator and name, and what becomes of it. */
function mutate(body: string, rest = '') {
  const path = 'Sample.sol'
  const content = `// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;
// é: offsets are in bytes.
contract Sample {
event Told();
event Kept(uint256 x);
error Wrong();
struct Pair { uint256 a; uint256 b; }
uint256 kept;
${rest}
modifier guarded() { _; }
function look() internal view returns (uint256) { return kept; }
function act() internal { ++kept; }
function f(uint256 x, uint256 y, bool ok) external {
${body}
}
}
`
  const bytes = Buffer.from(content)
  const mutants = mutantsOf({ path, content }, parse([{ path, content }])[path]!)
  return mutants
    .filter(({ scope }) => scope === 'f' || !body)
    .map(({ operator, name, isCheck, start, length, replacement }) => {
      const parts = [bytes.subarray(0, start), Buffer.from(replacement), bytes.subarray(start + length)]
      const text = Buffer.concat(parts).toString()
      const from = text.indexOf('ok) external {') + 'ok) external {'.length
      const becomes = body ? text.slice(from, text.lastIndexOf('}', text.length - 3)) : ''
      return { operator, name, isCheck, becomes: becomes.trim().replace(/\s+/g, ' ') }
    })
}

const becomes = (body: string, operator?: string) =>
  mutate(body)
    .filter((mutant) => !operator || mutant.operator === operator)
    .map((mutant) => mutant.becomes)

describe('mutantsOf', () => {
  it('default', () => {
    expect(mutate('if (x < y) revert Wrong();')).to.deep.equal([
      {
        operator: 'condition dropped',
        name: 'f | never: x < y',
        isCheck: true,
        becomes: 'if (false) revert Wrong();',
      },
      {
        operator: 'condition negated',
        name: 'f | not: x < y',
        isCheck: false,
        becomes: 'if (!(x < y)) revert Wrong();',
      },
      {
        operator: 'boundary moved',
        name: 'f | < by one in: x < y',
        isCheck: false,
        becomes: 'if ((x) + 1 < y) revert Wrong();',
      },
      {
        operator: 'comparison swapped',
        name: 'f | <= in: x < y',
        isCheck: true,
        becomes: 'if (x <= y) revert Wrong();',
      },
    ])
  })

  it('behavior: swaps comparisons, logic and arithmetic', () => {
    expect(becomes('ok = x >= y;', 'comparison swapped')).to.deep.equal(['ok = x > y;'])
    expect(becomes('ok = x == y;', 'comparison swapped')).to.deep.equal(['ok = x != y;'])
    expect(becomes('ok = ok && x > y;', 'logic swapped')).to.deep.equal(['ok = ok || x > y;'])
    expect(becomes('kept = x * y - x;', 'arithmetic swapped')).to.deep.equal([
      'kept = x / y - x;',
      'kept = x * y + x;',
    ])
    expect(becomes('kept += x;', 'arithmetic swapped')).to.deep.equal(['kept -= x;'])
    expect(becomes('++kept;', 'arithmetic swapped')).to.deep.equal(['--kept;'])
    expect(becomes('kept--;', 'arithmetic swapped')).to.deep.equal(['kept++;'])
  })

  it('behavior: moves each boundary to the other side of what a swap does', () => {
    expect(becomes('ok = x <= y;', 'boundary moved')).to.deep.equal(['ok = x <= (y) + 1;'])
    expect(becomes('ok = x > y;', 'boundary moved')).to.deep.equal(['ok = x > (y) + 1;'])
    expect(becomes('ok = x >= y;', 'boundary moved')).to.deep.equal(['ok = (x) + 1 >= y;'])
    expect(becomes('ok = x >= 5;', 'boundary moved')).to.deep.equal([])
  })

  it('behavior: negates a condition once', () => {
    expect(becomes('if (!ok) ++kept;', 'condition negated')).to.deep.equal(['if (ok) ++kept;'])
    expect(becomes('if (x == y) ++kept;', 'condition negated')).to.deep.equal([])
    expect(becomes('require(ok);', 'condition negated')).to.deep.equal(['require(!(ok));'])
    expect(becomes('kept = ok ? x : y;', 'condition negated')).to.deep.equal(['kept = !(ok) ? x : y;'])
  })

  it('behavior: takes operands, branches and statements out', () => {
    expect(becomes('if (ok || x > y) ++kept;', 'condition dropped')).to.deep.equal([
      'if (false) ++kept;',
      'if (false || x > y) ++kept;',
      'if (ok || false) ++kept;',
    ])
    expect(becomes('kept = ok ? x : y;', 'branch fixed')).to.deep.equal(['kept = (x);', 'kept = (y);'])
    expect(becomes('kept = x; emit Told();', 'statement removed')).to.deep.equal([
      '0; emit Told();',
      'kept = x; 0;',
    ])
    expect(becomes('revert Wrong();', 'statement removed')).to.deep.equal(['0;'])
    expect(becomes('if (ok) return; ++kept;', 'return changed')).to.deep.equal([])
    expect(becomes('if (ok) { ++kept; return; } ++kept;', 'return changed')).to.deep.equal([
      'if (ok) { ++kept; } ++kept;',
    ])
  })

  it('behavior: tells a check whose finding is kept from another assignment', () => {
    const rest = `function _checkIt() internal view returns (uint256) { return kept; }
function note(uint256 x) internal view returns (uint256) { return kept + x; }`
    const isCheck = (body: string) =>
      mutate(body, rest).find(({ name }) => name.startsWith('f | without'))?.isCheck
    expect(isCheck('y |= note(x);')).to.equal(true)
    expect(isCheck('y = _checkIt();')).to.equal(true)
    expect(isCheck('y = note(x);')).to.equal(false)
    expect(isCheck('y |= x;')).to.equal(false)
    expect(isCheck('act();')).to.equal(true)
  })

  it('behavior: moves constants by one, and keeps their type', () => {
    const of = (body: string) => becomes(body, 'constant moved')
    expect(of('kept = 7;')).to.deep.equal(['kept = 8;', 'kept = 6;'])
    expect(of('kept = 0;')).to.deep.equal(['kept = 1;'])
    expect(of('ok = true;')).to.deep.equal(['ok = false;'])
    expect(of('ok = bytes32(x) == bytes32(0);')).to.deep.equal(['ok = bytes32(x) == bytes32(uint256(1));'])
    const ones = `0x${'11'.repeat(32)}`
    expect(of(`ok = bytes32(x) == ${ones};`)).to.deep.equal([
      `ok = bytes32(x) == ${ones.slice(0, -1)}2;`,
      `ok = bytes32(x) == ${ones.slice(0, -1)}0;`,
    ])
    expect(of('ok = msg.sender == 0x000000000022D473030F116dDEE9F6B43aC78BA3;')).to.deep.equal([
      `ok = msg.sender == address(uint160(0x${'0'.repeat(34)}22d473030f116ddee9f6b43ac78ba4));`,
      `ok = msg.sender == address(uint160(0x${'0'.repeat(34)}22d473030f116ddee9f6b43ac78ba2));`,
    ])
  })

  it('behavior: swaps effects whose order can matter, and no others', () => {
    const of = (body: string) => becomes(body, 'effects swapped')
    expect(of('kept = x; emit Told(); emit Kept(x);')).to.deep.equal(['kept = x; emit Kept(x); emit Told();'])
    expect(of('kept = x; emit Kept(kept);')).to.deep.equal(['emit Kept(kept); kept = x;'])
    expect(of('kept = x; y = look();')).to.deep.equal(['y = look(); kept = x;'])
    expect(of('Pair memory p; p.a = x; p.b = look();')).to.deep.equal([])
    expect(of('act(); emit Told();')).to.deep.equal(['emit Told(); act();'])
    expect(of('kept = x; y = kept;')).to.deep.equal(['y = kept; kept = x;'])
    expect(of('kept = x; kept = y;')).to.deep.equal(['kept = y; kept = x;'])
    expect(of('kept = x; y = x;')).to.deep.equal([])
    expect(of('++kept; y = x;')).to.deep.equal([])
    expect(of('++kept; y = kept;')).to.deep.equal(['y = kept; ++kept;'])
    const pair = 'Pair memory p; p.a = x;'
    expect(of(`${pair} p.b = y;`)).to.deep.equal([])
    expect(of(`${pair} p.b = p.a;`)).to.deep.equal([`Pair memory p; p.b = p.a; p.a = x;`])
  })

  it('behavior: changes what is returned, and takes modifiers off', () => {
    const rest = `function g(uint256 x) internal view guarded returns (bool) { return x > kept; }
function h() internal view returns (uint256) { return kept; }`
    const names = mutate('', rest).flatMap(({ operator, name }) =>
      ['return changed', 'modifier removed'].includes(operator) && /^[gh] /.test(name) ? [name] : [],
    )
    expect(names).to.deep.equal([
      'g | without: guarded',
      'g | true for: x > kept',
      'g | false for: x > kept',
      'h | without: return kept',
    ])
  })

  it('behavior: changes assembly by its operations', () => {
    expect(becomes('assembly { if iszero(gt(x, 0x20)) { y := add(x, 1) } }')).to.deep.equal([
      'assembly { if 0 { y := add(x, 1) } }',
      'assembly { if 1 { y := add(x, 1) } }',
      'assembly { if gt(x, 0x20) { y := add(x, 1) } }',
      'assembly { if iszero(lt(x, 0x20)) { y := add(x, 1) } }',
      'assembly { if iszero(gt(x, 33)) { y := add(x, 1) } }',
      'assembly { if iszero(gt(x, 31)) { y := add(x, 1) } }',
      'assembly { if iszero(gt(x, 0x20)) { } }',
      'assembly { if iszero(gt(x, 0x20)) { y := sub(x, 1) } }',
      'assembly { if iszero(gt(x, 0x20)) { y := add(x, 2) } }',
      'assembly { if iszero(gt(x, 0x20)) { y := add(x, 0) } }',
    ])
  })

  it('behavior: gives equal changes names of their own', () => {
    const names = mutate('++kept; ++kept;').map(({ name }) => name)
    expect(names).to.include.members(['f | --: ++kept', 'f | --: ++kept #2'])
    expect(new Set(names).size).to.equal(names.length)
  })
})
