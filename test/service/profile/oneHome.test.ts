import { globSync, readFileSync } from 'node:fs'
import { expect } from 'chai'
import { operationNames, operationOf } from '../../../src/service/profile/operations.js'
import { relayProfile } from '../../../src/service/profile/relayProfile.js'

/** Where facts of the service may stand: the profile's data, and the mock, which plays the service. */
const homes = ['src/service/profile/', 'src/mock/', 'src/generated/']

const sources = globSync('src/**/*.ts')
  .filter((path) => !homes.some((home) => path.startsWith(home)))
  .map((path) => [path, withoutComments(readFileSync(path, 'utf8'))] as const)

function withoutComments(text: string): string {
  return text.replace(/\/\*\*?[\s\S]*?\*\//g, '').replace(/^\s*\/\/.*$/gm, '')
}

function findAll(needles: Iterable<RegExp>): string[] {
  return sources.flatMap(([path, text]) =>
    [...needles].flatMap((needle) => needle.exec(text)?.map((found) => `${path}: ${found}`) ?? []),
  )
}

/** A path as a string, behind a method, or inside a regular expression. */
function toPattern(path: string): RegExp {
  const [beginning = ''] = path.split('{')
  const literal = beginning.replaceAll('/', '\\\\?/')
  return new RegExp(`(?:['"\`^?)]|GET |POST )${literal}${beginning === path ? '(?![\\w/-])' : ''}`, 'i')
}

describe('constants of the service', () => {
  it('default: paths with two versions or an end are only in the profile', () => {
    const paths = operationNames.flatMap((name) => [
      operationOf({}, name).path,
      operationOf(relayProfile, name).path,
    ])
    expect(findAll([...new Set(paths)].map(toPattern))).to.deep.equal([])
  })

  it('default: addresses of its contracts are only in the profile', () => {
    const addresses = relayProfile.chains!.flatMap(({ depository, depositories = [], routers = [] }) => [
      ...(depository ? [depository] : []),
      ...depositories,
      ...routers.flatMap(({ address, approvalProxy }) =>
        approvalProxy ? [address, approvalProxy] : [address],
      ),
    ])
    expect(addresses.length).above(100)
    expect(findAll([...new Set(addresses)].map((address) => new RegExp(address, 'i')))).to.deep.equal([])
  })

  it('default: versions of its routers are only in the profile', () => {
    const labels = new Set(
      relayProfile.chains!.flatMap(({ routers = [] }) => routers.map(({ label }) => label)),
    )
    expect(labels.size).above(1)
    const dotted = [...labels].filter((label) => label.includes('.'))
    const found = findAll(dotted.map((label) => new RegExp(label.replace('.', '\\.'), 'i')))
    // The key of a listing under which the service shows this one.
    expect(found).to.deep.equal(['src/service/resources/chain.ts: v3.2'])
  })
})
