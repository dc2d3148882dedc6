import { expect } from 'chai'
import {
  type Address,
  concatHex,
  encodeDeployData,
  encodeFunctionData,
  erc20Abi,
  type Hex,
  zeroAddress,
} from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { mockDepositoryAbi } from '../../src/generated/abi/mockDepository.js'
import { mockMetadataRouterAbi } from '../../src/generated/abi/mockMetadataRouter.js'
import { mockSmartAccountAbi } from '../../src/generated/abi/mockSmartAccount.js'
import { mockSmartAccountBytecode } from '../../src/generated/bytecode/mockSmartAccount.js'
import {
  executionSchema,
  messageSchema,
  simulationFailureSchema,
} from '../../src/service/resources/execution.js'
import { reindexSchema } from '../../src/service/resources/indexing.js'
import {
  accountOf,
  balanceOf,
  call,
  clientOf,
  ether,
  freshAddress,
  getQuote,
  getStatus,
  pay,
  request,
  send,
  setUpMock,
  tokenOf,
  usdc,
  waitFor,
} from './helpers.js'

const unknownId: Hex = `0x${'99'.repeat(32)}`

describe('gasless execution, fast fills and indexing', () => {
  const { mock, origin, destination, user } = setUpMock()

  /** With the mock's key, or with another, or with none where it is empty. */
  const post = (path: string, body: unknown, apiKey = mock.apiKey) =>
    call(mock, path, { body, ...(apiKey && { apiKey }) })

  const rawCalls = (to: Address, data: Hex, fields: Record<string, unknown> = {}) => ({
    executionKind: 'rawCalls',
    data: { chainId: origin.id, to, data, value: '0' },
    executionOptions: { referrer: '', subsidizeFees: true },
    ...fields,
  })

  /** An account of the user's on the origin chain, with tokens, and what its owner signs. */
  async function createSmartAccount() {
    const client = clientOf(origin)
    const owner = accountOf(mock, user)
    const hash = await client.sendTransaction({
      account: owner,
      data: encodeDeployData({
        abi: mockSmartAccountAbi,
        bytecode: mockSmartAccountBytecode,
        args: [user],
      }),
    })
    const { contractAddress } = await client.waitForTransactionReceipt({ hash })
    const address = contractAddress!
    await send(mock, origin, user, {
      to: tokenOf(origin),
      data: encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [address, 10_000n * usdc] }),
    })
    const sign = async (calls: { to: Address; value: bigint; data: Hex }[], nonce: bigint) => {
      const signature = await owner.signTypedData({
        domain: { name: 'MockSmartAccount', version: '1', chainId: origin.id, verifyingContract: address },
        types: {
          Batch: [
            { name: 'calls', type: 'Call[]' },
            { name: 'nonce', type: 'uint256' },
          ],
          Call: [
            { name: 'to', type: 'address' },
            { name: 'value', type: 'uint256' },
            { name: 'data', type: 'bytes' },
          ],
        },
        primaryType: 'Batch',
        message: { calls, nonce },
      })
      return encodeFunctionData({
        abi: mockSmartAccountAbi,
        functionName: 'execute',
        args: [calls, nonce, signature],
      })
    }
    return { address, sign }
  }

  describe('POST /execute', () => {
    it("default: pays a quote from an account whose owner signed, at the service's gas", async () => {
      const account = await createSmartAccount()
      const recipient = freshAddress()
      const quote = await getQuote(mock, {
        user: account.address,
        originCurrency: tokenOf(origin),
        amount: (5000n * usdc).toString(),
        recipient,
      })
      const calls = quote.steps.flatMap(({ items }) =>
        items.map(({ data }) => ({ to: data.to, value: BigInt(data.value), data: data.data })),
      )
      const { requestId } = quote.steps[0]!
      const before = await balanceOf(origin, zeroAddress, user)
      const seen = [] as string[]
      const answer = await post(
        '/execute',
        rawCalls(account.address, await account.sign(calls, 0n), { requestId }),
      )
      expect(answer.status, JSON.stringify(answer.body)).to.equal(200)
      expect(executionSchema.parse(answer.body).requestId).to.equal(requestId)
      const { inTxHashes } = await waitFor(mock, requestId, (status) => {
        seen.push(status.status)
        return status.status === 'success'
      })
      expect(await balanceOf(origin, zeroAddress, user)).to.equal(before)
      expect(await balanceOf(destination, zeroAddress, recipient)).to.equal(
        BigInt(quote.details.currencyOut.amount),
      )
      expect(inTxHashes).to.have.length(1)
    })

    it('behavior: the status depositing follows waiting, only for this operation', async () => {
      const account = await createSmartAccount()
      const quote = await getQuote(mock, {
        user: account.address,
        originCurrency: tokenOf(origin),
        amount: (5000n * usdc).toString(),
      })
      const { requestId } = quote.steps[0]!
      // Nothing in this call pays the request.
      const call = rawCalls(account.address, await account.sign([], 0n), { requestId })
      await mock.control.pauseSolver()
      expect((await post('/execute', call)).status).to.equal(200)
      const depositing = await getStatus(mock, requestId)
      expect(depositing).to.include({ status: 'depositing' })
      expect(depositing.inTxHashes).to.have.length(1)
      mock.control.resumeSolver()
      expect(await waitFor(mock, requestId, 'failure')).to.include({ failReason: 'UNKNOWN' })
      expect((await post('/execute', call)).status).to.equal(400)
    })

    it('behavior: without a request, creates one', async () => {
      const account = await createSmartAccount()
      const to = freshAddress()
      const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [to, 7n] })
      const signed = await account.sign([{ to: tokenOf(origin), value: 0n, data }], 0n)
      const answer = await post('/execute', rawCalls(account.address, signed))
      const { requestId } = executionSchema.parse(answer.body)
      expect(await balanceOf(origin, tokenOf(origin), to)).to.equal(7n)
      const status = await getStatus(mock, requestId)
      expect(status).to.include({
        status: 'success',
        originChainId: origin.id,
        destinationChainId: origin.id,
      })
      expect(status.txHashes).to.deep.equal(status.inTxHashes)
    })

    it('error: does not send a call that would revert, and reports the reason', async () => {
      const account = await createSmartAccount()
      const signed = await account.sign([], 5n)
      const { status, body } = await post('/execute', rawCalls(account.address, signed))
      expect(status).to.equal(400)
      const failure = simulationFailureSchema.parse(body)
      expect(failure.error).to.equal('Simulation failed')
      expect(failure.details!.revert).to.deep.include({
        type: 'customError',
        name: 'WrongNonce',
        args: ['5', '0'],
      })
      expect(failure.details!.topLevel).to.include({ address: account.address.toLowerCase() })
      const foreign = encodeFunctionData({
        abi: mockSmartAccountAbi,
        functionName: 'execute',
        args: [[], 0n, await accountOf(mock, user).signMessage({ message: 'another' })],
      })
      const refused = await post('/execute', rawCalls(account.address, foreign))
      expect(simulationFailureSchema.parse(refused.body).details!.revert).to.include({
        name: 'InvalidBatchSignature',
      })
      const empty = await post('/execute', rawCalls(origin.depository, '0x12345678'))
      expect(simulationFailureSchema.parse(empty.body).details!.revert).to.include({ type: 'empty' })
    })

    it('behavior: the included authorization gives an account code', async () => {
      const owner = privateKeyToAccount(generatePrivateKey())
      const account = await createSmartAccount()
      const authorization = await owner.signAuthorization({
        contractAddress: account.address,
        chainId: origin.id,
        nonce: 0,
      })
      const { address, r, s, yParity } = authorization
      const { status, body } = await post('/execute', {
        executionKind: 'rawCalls',
        data: {
          chainId: origin.id,
          to: owner.address,
          data: '0x',
          value: '0',
          gas: 'what the caller says here is not used',
          authorizationList: [{ chainId: origin.id, address, nonce: 0, yParity, r, s }],
        },
      })
      expect(status, JSON.stringify(body)).to.equal(200)
      expect(await clientOf(origin).getCode({ address: owner.address })).to.equal(
        concatHex(['0xef0100', account.address.toLowerCase() as Hex]),
      )
    })

    it('error: no key, another kind, an unknown chain, an unknown request', async () => {
      const call = rawCalls(origin.depository, '0x')
      expect((await post('/execute', call, '')).status).to.equal(401)
      expect(await post('/execute', { ...call, executionKind: 'userOp' })).to.deep.include({ status: 400 })
      const elsewhere = { ...call, data: { ...call.data, chainId: 5 } }
      expect((await post('/execute', elsewhere)).body.error).to.contain('5')
      expect(await post('/execute', { ...call, requestId: unknownId })).to.deep.include({ status: 400 })
      expect(await post('/execute', null)).to.deep.include({ status: 400 })
    })
  })

  describe('POST /fast-fill', () => {
    it('default: fills a request although the solver is paused, and no other', async () => {
      const quote = await getQuote(mock)
      const other = await getQuote(mock)
      await mock.control.pauseSolver()
      await pay(mock, quote)
      await pay(mock, other)
      const { requestId } = quote.steps[0]!
      const answer = await post('/fast-fill', { requestId })
      expect(answer.status, JSON.stringify(answer.body)).to.equal(200)
      expect(messageSchema.parse(answer.body).message).to.be.a('string')
      await waitFor(mock, requestId, 'success')
      expect(await getStatus(mock, other.steps[0]!.requestId)).to.include({ status: 'waiting' })
      expect((await post('/fast-fill', { requestId })).status).to.equal(409)
      mock.control.resumeSolver()
      await waitFor(mock, other.steps[0]!.requestId, 'success')
    })

    it('error: no key, no balance, no id, or an unknown id', async () => {
      const { requestId } = (await getQuote(mock)).steps[0]!
      expect((await post('/fast-fill', { requestId }, '')).status).to.equal(401)
      const poor = mock.control.keys.create()
      expect((await post('/fast-fill', { requestId }, poor)).status).to.equal(403)
      expect((await post('/fast-fill', {})).status).to.equal(400)
      expect((await post('/fast-fill', { requestId: '0x12' })).status).to.equal(400)
      expect((await post('/fast-fill', { requestId: unknownId })).status).to.equal(404)
    })
  })

  describe('POST /transactions', () => {
    it('default: index and single report a transaction', async () => {
      const quote = await getQuote(mock)
      const txHash = await pay(mock, quote)
      const { requestId } = quote.steps[0]!
      const chainId = String(origin.id)
      for (const id of [chainId, origin.id]) {
        const answer = await request(mock, '/transactions/index', { chainId: id, txHash, referrer: 'x' })
        expect(answer.status, JSON.stringify(answer.body)).to.equal(200)
        expect(messageSchema.parse(answer.body).message).to.be.a('string')
      }
      const tx = JSON.stringify({ from: user, to: origin.depository, txHash })
      expect((await request(mock, '/transactions/single', { requestId, chainId, tx })).status).to.equal(200)
      await waitFor(mock, requestId, 'success')
    })

    it('error: unknown and unreadable input', async () => {
      const { requestId } = (await getQuote(mock)).steps[0]!
      const chainId = String(origin.id)
      const ask = async (path: string, body: unknown) => (await request(mock, path, body)).status
      expect(await ask('/transactions/index', { chainId, txHash: unknownId })).to.equal(404)
      expect(await ask('/transactions/index', { chainId, txHash: '0x12' })).to.equal(400)
      expect(await ask('/transactions/index', { chainId: '5', txHash: unknownId })).to.equal(400)
      expect(await ask('/transactions/index', { txHash: unknownId })).to.equal(400)
      expect(await ask('/transactions/single', { requestId, chainId, tx: '{' })).to.equal(400)
      expect(await ask('/transactions/single', { requestId, chainId, tx: '{}' })).to.equal(400)
      expect(await ask('/transactions/single', { requestId: '0x', chainId, tx: '{}' })).to.equal(400)
    })

    it('behavior: reindexing finds a payment without a transfer to the deposit address', async () => {
      const recipient = freshAddress()
      const quote = await getQuote(mock, { useDepositAddress: true, recipient })
      const { requestId } = quote.steps[0]!
      const { depositAddress } = mock.control.requests().find(({ id }) => id === requestId)!.terms
      // A contract pays, so that the transaction's own recipient is another one.
      await send(mock, origin, user, {
        to: origin.router,
        value: ether,
        data: encodeFunctionData({
          abi: mockMetadataRouterAbi,
          functionName: 'multicall',
          args: [
            [{ target: depositAddress!, allowFailure: false, value: ether, callData: '0x' }],
            user,
            zeroAddress,
            '0x',
          ],
        }),
      })
      expect(await getStatus(mock, requestId)).to.include({ status: 'waiting' })
      const body = { chainId: origin.id, depositAddress }
      const { status, body: found } = await request(mock, '/transactions/deposit-address/reindex', body)
      expect(status, JSON.stringify(found)).to.equal(200)
      expect(reindexSchema.parse(found)).to.deep.include({
        triggeredCurrencies: [{ currency: zeroAddress, symbol: 'ETH', balance: ether.toString() }],
        checkedCurrencies: 4,
        failedCurrencies: 0,
      })
      await waitFor(mock, requestId, 'success')
      expect(await balanceOf(destination, zeroAddress, recipient)).to.equal(
        BigInt(quote.details.currencyOut.amount),
      )
      const again = await request(mock, '/transactions/deposit-address/reindex', body)
      expect(again.status).to.equal(429)
    })

    it('error: reindexing an unknown deposit address', async () => {
      const body = { chainId: origin.id, depositAddress: freshAddress() }
      expect((await request(mock, '/transactions/deposit-address/reindex', body)).status).to.equal(404)
      const broken = { chainId: origin.id, depositAddress: '0x12' }
      expect((await request(mock, '/transactions/deposit-address/reindex', broken)).status).to.equal(400)
    })
  })

  it('error: a gasless call for a paid request', async () => {
    const quote = await getQuote(mock)
    await pay(mock, quote)
    const { requestId } = quote.steps[0]!
    await waitFor(mock, requestId, 'success')
    const data = encodeFunctionData({
      abi: mockDepositoryAbi,
      functionName: 'depositNative',
      args: [user, requestId],
    })
    const answer = await post('/execute', rawCalls(origin.depository, data, { requestId }))
    expect(answer).to.deep.include({ status: 400 })
    expect(answer.body.error).to.contain('success')
  })
})
