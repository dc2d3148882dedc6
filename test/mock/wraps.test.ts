import { expect } from 'chai'
import hre from 'hardhat'
import solc from 'solc'
import { type Abi, type Address, createWalletClient, type Hex, http, zeroAddress } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { createServiceClient } from '../../src/client/createServiceClient.js'
import { type MockChain, type MockService, startMockService } from '../../src/mock/index.js'
import { mockProfile } from '../../src/service/profile/mockProfile.js'
import { balanceOf, ether, freshAddress, getQuote, pay, waitFor } from './helpers.js'

/** A wrapper of the native currency, as chains have it. */
const source = `
  contract Wrapped {
    string public name = "Wrapped Ether";
    string public symbol = "WETH";
    uint8 public decimals = 18;
    mapping(address => uint256) public balanceOf;
    mapping(address => mapping(address => uint256)) public allowance;
    event Deposit(address indexed dst, uint256 wad);
    event Withdrawal(address indexed src, uint256 wad);
    receive() external payable { deposit(); }
    function deposit() public payable {
      balanceOf[msg.sender] += msg.value;
      emit Deposit(msg.sender, msg.value);
    }
    function withdraw(uint256 wad) external {
      balanceOf[msg.sender] -= wad;
      payable(msg.sender).transfer(wad);
      emit Withdrawal(msg.sender, wad);
    }
    function approve(address spender, uint256 wad) external returns (bool) {
      allowance[msg.sender][spender] = wad;
      return true;
    }
    function transfer(address to, uint256 wad) external returns (bool) {
      balanceOf[msg.sender] -= wad;
      balanceOf[to] += wad;
      return true;
    }
  }`

function compileWrapper(): { abi: Abi; bytecode: Hex } {
  const input = {
    language: 'Solidity',
    sources: { 'Wrapped.sol': { content: source } },
    settings: { outputSelection: { '*': { '*': ['abi', 'evm.bytecode.object'] } } },
  }
  const { abi, evm } = JSON.parse(solc.compile(JSON.stringify(input))).contracts['Wrapped.sol'].Wrapped
  return { abi, bytecode: `0x${evm.bytecode.object}` }
}

describe('own tokens on one chain', () => {
  let mock: MockService
  let connection: Awaited<ReturnType<typeof hre.network.create>>
  let chain: MockChain
  let weth: Address
  let pepe: Address
  let user: Address
  before(async () => {
    connection = await hre.network.create({ network: 'destination', override: { chainId: 31101 } })
    pepe = (await connection.viem.deployContract('MockToken', ['Pepe', 'PEPE', 18])).address
    const named = (await connection.viem.deployContract('MockToken', ['Named', 'WETH', 18])).address
    const [wallet] = await connection.viem.getWalletClients()
    const client = await connection.viem.getPublicClient()
    const hash = await wallet!.deployContract({ ...compileWrapper(), args: [] })
    weth = (await client.waitForTransactionReceipt({ hash })).contractAddress!
    mock = await startMockService({
      chains: [
        {
          id: 31101,
          name: 'mockorigin',
          provider: connection.provider,
          tokens: [pepe, weth, named],
        },
        { id: 31102, name: 'mockdestination' },
      ],
    })
    chain = mock.chains[0]!
    user = mock.accounts[1]!.address
  })
  after(async () => {
    await mock?.close()
    await connection?.close()
  })

  const onOneChain = (originCurrency: Address, destinationCurrency: Address, fields = {}) =>
    getQuote(mock, { destinationChainId: 31101, originCurrency, destinationCurrency, ...fields })

  it('default: the exchange swaps into them and out of them', async () => {
    for (const [from, to] of [
      [zeroAddress, pepe],
      [pepe, zeroAddress],
    ] as const) {
      const recipient = freshAddress()
      const quote = await onOneChain(from, to, { recipient })
      // The flat fee: the user pays the gas.
      expect(quote.details.expandedPriceImpact).to.deep.include({ execution: { usd: '-0.020000' } })
      await pay(mock, quote)
      await waitFor(mock, quote.steps[0]!.requestId, 'success')
      expect(await balanceOf(chain, to, recipient)).to.equal(BigInt(quote.details.currencyOut.amount))
    }
  })

  it('behavior: a wrap or an unwrap is 1:1, by the wrapper itself, without a fee', async () => {
    // The accounts have some from the start, which the wrapper can pay out.
    for (const [operation, from, to] of [
      ['unwrap', weth, zeroAddress],
      ['wrap', zeroAddress, weth],
    ] as const) {
      const quote = await onOneChain(from, to)
      expect(quote.details.operation).to.equal(operation)
      const amount = ether.toString()
      expect(quote.details.currencyIn).to.include({ amount, amountUsd: '3000.000000' })
      expect(quote.details.currencyOut).to.include({
        amount,
        minimumAmount: amount,
        amountUsd: '3000.000000',
      })
      expect(quote.details.totalImpact).to.deep.equal({ usd: '0.000000', percent: '0.00' })
      expect(Object.values(quote.fees).map((fee) => fee.amount)).to.deep.equal(Array(6).fill('0'))
      const [step, ...rest] = quote.steps
      expect(rest).to.deep.equal([])
      expect(step).to.include({ id: 'swap' })
      expect(step!.items[0]!.data.to).to.equal(weth.toLowerCase())
      const before = await balanceOf(chain, weth, user)
      const hash = await pay(mock, quote)
      expect(await waitFor(mock, step!.requestId, 'success')).to.deep.include({
        inTxHashes: [hash],
        txHashes: [hash],
      })
      const gained = (await balanceOf(chain, weth, user)) - before
      expect(gained).to.equal(operation === 'wrap' ? ether : -ether)
      const listing = await fetch(`${mock.url}/requests/v3?id=${step!.requestId}`, {
        headers: { 'x-api-key': mock.apiKey },
      })
      const { requests } = await listing.json()
      expect(requests[0].requestType).to.equal(operation === 'wrap' ? 'Wrap' : 'Unwrap')
    }
  })

  it('behavior: the client runs them if its profile names the wrapper', async () => {
    const account = privateKeyToAccount(mock.accounts[1]!.privateKey)
    const walletClient = createWalletClient({ account, transport: http(chain.rpcUrl), pollingInterval: 20 })
    const [origin, ...others] = mockProfile.chains!
    const profile = { ...mockProfile, chains: [{ ...origin!, wrappedNative: weth }, ...others] }
    const client = createServiceClient({ profile, baseUrl: mock.url })
    for (const [from, to, change] of [
      [zeroAddress, weth, ether],
      [weth, zeroAddress, -ether],
    ] as const) {
      const request = {
        user,
        originChainId: 31101,
        destinationChainId: 31101,
        originCurrency: from,
        destinationCurrency: to,
        amount: ether,
        tradeType: 'EXACT_INPUT' as const,
      }
      const before = await balanceOf(chain, weth, user)
      const { txHashes } = await client.executeSteps({
        quote: await client.getQuote(request),
        request,
        walletClient,
      })
      expect(txHashes).to.have.length(1)
      expect((await balanceOf(chain, weth, user)) - before).to.equal(change)
    }
  })

  it('behavior: an amount below the quote fails and cannot be returned', async () => {
    const quote = await onOneChain(zeroAddress, weth)
    const { data } = quote.steps[0]!.items[0]!
    data.value = (ether - 1n).toString()
    await pay(mock, quote)
    expect(await waitFor(mock, quote.steps[0]!.requestId, 'failure')).to.include({
      failReason: 'DEPOSITED_AMOUNT_TOO_LOW_TO_FILL',
      refundFailReason: 'MANUAL_REFUND_REQUIRED',
    })
  })

  it('behavior: the exchange swaps for another recipient, or a token that only shares the name', async () => {
    const named = chain.tokens.at(-1)!.address
    for (const [to, fields] of [
      [weth, { recipient: freshAddress() }],
      [named, {}],
    ] as const) {
      const quote = await onOneChain(zeroAddress, to, fields)
      expect(quote.details.operation).to.equal('swap')
      expect(quote.steps.at(-1)!.items[0]!.data.to).to.equal(chain.exchange.toLowerCase())
    }
  })
})
