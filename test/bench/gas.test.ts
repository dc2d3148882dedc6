import { expect } from 'chai'
import { contenders, deployContender } from '../../bench/gas/contenders.js'
import { flows } from '../../bench/gas/flows.js'
import { deployGuardContender } from '../../bench/gas/guardContenders.js'
import { guardFlows } from '../../bench/gas/guardFlows.js'
import { type FlowResult, measureFlows } from '../../bench/gas/measureFlows.js'
import { measureTransfers, type TransferResult } from '../../bench/gas/measureTransfers.js'
import { measureVerification } from '../../bench/gas/measureVerification.js'
import { writeTable } from '../../bench/gas/readme.js'
import { baselineOf, savingOf } from '../../bench/gas/savings.js'
import { head, toRows } from '../../bench/gas/toRows.js'

describe('gas', () => {
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
    let transfers: TransferResult[]
    let measured: FlowResult[]
    const isMeasured = ({ name, calls, asset }: (typeof flows)[number]) =>
      (name === 'fill' && calls === 0) || (asset === 'native' && calls === 1 && name !== 'payAuthorized')

    before(async () => {
      transfers = await measureTransfers()
      measured = await measureFlows(deployContender, flows.filter(isMeasured))
    })

    const find = (name: string, asset: string, calls: number) => {
      const found = measured.find(
        (flow) => flow.flow === name && flow.asset === asset && flow.calls === calls,
      )
      if (!found) throw new Error(`${name}, ${asset}, ${calls} calls was not measured`)
      return found
    }

    it('takes a mark, and more than a payment that nobody verifies', () => {
      expect(transfers).to.have.length(8)
      for (const flow of measured) {
        for (const contender of contenders) {
          expect(flow.gas[contender]).to.be.above(baselineOf({ transfers }, flow))
        }
      }
    })

    it('is above such a payment at least 10 % less than over OpenZeppelin', () => {
      for (const flow of [
        find('fill', 'native', 0),
        find('fill', 'ERC-20', 0),
        find('authorizeFill', 'native', 1),
      ]) {
        expect(savingOf({ transfers }, flow), `${flow.flow}, ${flow.asset}`).to.be.at.least(0.1)
      }
    })

    it('takes at most 60 % of the calldata of the whole order, with one call', () => {
      const { calldata } = find('fill', 'native', 1)
      expect(calldata.fillproof).to.be.at.most(0.6 * calldata.OpenZeppelin)
      expect(calldata.Solady).to.equal(calldata.OpenZeppelin)
    })
  })

  describe('of guarded payments', () => {
    let transfers: TransferResult[]
    let measured: FlowResult[]

    before(async () => {
      transfers = await measureTransfers()
      const isMeasured = ({ asset, calls }: (typeof guardFlows)[number]) => asset === 'native' && calls !== 1
      measured = await measureFlows(deployGuardContender, guardFlows.filter(isMeasured))
    })

    it('takes more than a deposit that nobody verifies', () => {
      expect(measured.map(({ flow, calls }) => `${flow}, ${calls}`)).to.deep.equal([
        'payAttested, 0',
        'payAttested, 3',
        'paySigned, 0',
        'paySigned, 3',
      ])
      for (const flow of measured) {
        for (const contender of contenders) {
          expect(flow.gas[contender]).to.be.above(baselineOf({ transfers }, flow))
        }
      }
    })

    it("does not grow with the order's calls, and is at least 10 % below that over OpenZeppelin", () => {
      for (const [none, three] of [measured.slice(0, 2), measured.slice(2)]) {
        // Zeros in the order's hashes differ.
        expect(three?.gas.fillproof).to.be.closeTo(none?.gas.fillproof ?? 0, 100)
        expect(three?.calldata.fillproof).to.equal(none?.calldata.fillproof)
        for (const flow of [none, three]) expect(savingOf({ transfers }, flow!)).to.be.at.least(0.1)
      }
    })
  })

  describe('in the README', () => {
    const gas = { fillproof: 1_300, OpenZeppelin: 1_400, Solady: 1_390 }
    const report = {
      pins: {},
      verification: [{ signature: 65, gas }],
      transfers: [
        { asset: 'native' as const, paid: 'recipient' as const, marked: true, gas: 1_000, calldata: 36 },
      ],
      flows: [
        { flow: 'fill', asset: 'native' as const, calls: 1, paid: 'recipient' as const, gas, calldata: gas },
      ],
    }
    const readme = 'before\n<!-- gas: npm run bench:gas -- --write -->\nold\n<!-- /gas -->\nafter\n'

    it('stands between the markers, with what it is compared to', () => {
      expect(writeTable(readme, report)).to.equal(
        [
          'before',
          '<!-- gas: npm run bench:gas -- --write -->',
          `| ${head.join(' | ')} |`,
          '| --- | --: | --: | --: | --: | --: | --: |',
          '| verification alone, signature of 65 bytes | 1,300 | 1,400 | 1,390 | | | |',
          '| `fill`, native, 1 call | 1,300 | 1,400 | 1,390 | 1,000 | -25.0 % | 1,300 to 1,400 |',
          '| unverified transfer, native, and one stored mark | | | | 1,000 | | 36 |',
          '<!-- /gas -->',
          'after',
          '',
        ].join('\n'),
      )
    })

    it('needs the markers', () => {
      expect(() => writeTable('without', report)).to.throw('The README must have')
    })

    it('tells what takes more', () => {
      const more = { ...report.flows[0]!, gas: { ...gas, fillproof: 1_420 } }
      expect(toRows({ ...report, flows: [more] })[1]?.[5]).to.equal('+5.0 %')
    })
  })
})
