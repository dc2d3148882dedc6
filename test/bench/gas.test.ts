import { expect } from 'chai'
import { deployGuard } from '../../bench/gas/deployGuard.js'
import { deployReceiver } from '../../bench/gas/deployReceiver.js'
import { flows } from '../../bench/gas/flows.js'
import { guardFlows } from '../../bench/gas/guardFlows.js'
import { measureEvent } from '../../bench/gas/measureEvent.js'
import { type FlowResult, measureFlows } from '../../bench/gas/measureFlows.js'
import { measureTransfers, type TransferResult } from '../../bench/gas/measureTransfers.js'
import { measureVerification } from '../../bench/gas/measureVerification.js'
import { baselineOf, head, toRows } from '../../bench/gas/toRows.js'
import { writeTable } from '../../bench/gas/writeTable.js'

describe('gas', () => {
  let transfers: TransferResult[]

  before(async () => {
    transfers = await measureTransfers()
  })

  describe('of verification alone', () => {
    it('is at most 3,800, and less than with either library, for both forms of a signature', async () => {
      const results = await measureVerification()
      expect(results.map(({ signature }) => signature)).to.deep.equal([65, 64])
      for (const { gas } of results) {
        // The precompile alone takes 3,000.
        expect(gas.fillproof).to.be.within(3_000, 3_800)
        expect(gas.fillproof).to.be.below(gas.OpenZeppelin)
        expect(gas.fillproof).to.be.below(gas.Solady)
      }
    })
  })

  describe('of fills', () => {
    let measured: FlowResult[]

    before(async () => {
      measured = await measureFlows(deployReceiver, flows)
    })

    const find = (name: string, asset: string, detail: string | null = null) => {
      const found = measured.find(
        (flow) => flow.flow === name && flow.asset === asset && flow.detail === detail,
      )
      if (!found) throw new Error(`${name}, ${asset}, ${detail} was not measured`)
      return found
    }

    it('exceeds that of an unverified payment, for direct and returned payments', () => {
      expect(transfers).to.have.length(8)
      for (const asset of ['native', 'ERC-20']) {
        for (const flow of [find('fill', asset), find('payAuthorized', asset, 'returned to refundTo')]) {
          expect(flow.gas).to.be.above(baselineOf({ transfers }, flow))
        }
      }
    })

    it('of an authorized call with a refundTo stays below its limits', () => {
      expect(find('payAuthorized', 'native', 'with a refundTo').gas).to.be.at.most(52_036)
      expect(find('payAuthorized', 'ERC-20', 'with a refundTo').gas).to.be.at.most(76_906)
    })

    it("reports the gas of a native direct fill's event", async () => {
      // The opcode, one topic, and two words of data.
      expect(await measureEvent()).to.equal(375 + 375 + 8 * 64)
    })
  })

  describe('of guarded payments', () => {
    let measured: FlowResult[]

    before(async () => {
      const isMeasured = ({ asset }: (typeof guardFlows)[number]) => asset === 'native'
      measured = await measureFlows(deployGuard, guardFlows.filter(isMeasured))
    })

    it('exceeds that of an unverified deposit', () => {
      expect(measured.map(({ flow, detail }) => `${flow}, ${detail}`)).to.deep.equal([
        'payAttested, 0 calls',
        'payAttested, 1 call',
        'payAttested, 3 calls',
        'paySigned, 0 calls',
        'paySigned, 1 call',
        'paySigned, 3 calls',
      ])
      for (const flow of measured) expect(flow.gas).to.be.above(baselineOf({ transfers }, flow))
    })

    it("does not grow with the order's calls", () => {
      for (const [, one, three] of [measured.slice(0, 3), measured.slice(3)]) {
        // Zeros in the order's hashes differ.
        expect(three?.gas).to.be.closeTo(one?.gas ?? 0, 100)
        expect(three?.calldata).to.equal(one?.calldata)
      }
    })
  })

  describe('in docs/gas.md', () => {
    const report = {
      pins: {},
      verification: [{ signature: 65, gas: { fillproof: 1_300, OpenZeppelin: 1_400, Solady: 1_390 } }],
      transfers: [
        { asset: 'native' as const, paid: 'recipient' as const, marked: true, gas: 1_000, calldata: 36 },
      ],
      order: { gas: 7_372, calldata: 1_060 },
      solverNativeTransfer: 1_262,
      flows: [
        {
          flow: 'fill',
          detail: null,
          asset: 'native' as const,
          baseline: { paid: 'recipient' as const, marked: true },
          gas: 1_350,
          calldata: 1_380,
        },
        {
          flow: 'authorizeFill',
          detail: 'with more',
          asset: 'ERC-20' as const,
          baseline: null,
          gas: 2_000,
          calldata: 500,
        },
      ],
    }
    const page = 'before\n<!-- gas: npm run bench:gas -- --write -->\nold\n<!-- /gas -->\nafter\n'

    it('stands between the markers, next to the baseline', () => {
      expect(writeTable(page, report)).to.equal(
        [
          'before',
          '<!-- gas: npm run bench:gas -- --write -->',
          `| ${head.join(' | ')} |`,
          '| --- | --: | --: | --: | --: | --: |',
          '| verification alone, signature of 65 bytes | 1,300 | 1,400 | 1,390 | | |',
          '| id and signer of an order, `OrderSigner` | 7,372 | | | | 1,060 |',
          '| `fill`, native | 1,350 | | | 1,000 | 1,380 |',
          '| `authorizeFill`, ERC-20, with more | 2,000 | | | | 500 |',
          '| `SolverNativeTransfer`, its part of `fill`, native | 1,262 | | | | |',
          '| unverified transfer, native, and one stored mark | | | | 1,000 | 36 |',
          '<!-- /gas -->',
          'after',
          '',
        ].join('\n'),
      )
    })

    it('needs the markers', () => {
      expect(() => writeTable('without', report)).to.throw('docs/gas.md must have')
    })

    it('needs the baseline of a payment', () => {
      const unknown = { ...report.flows[0]!, asset: 'ERC-20' as const }
      expect(() => toRows({ ...report, flows: [unknown] })).to.throw('no such transfer of ERC-20')
    })
  })
})
