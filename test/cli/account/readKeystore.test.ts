import { PassThrough } from 'node:stream'
import { expect } from 'chai'
import { privateKeyToAddress } from 'viem/accounts'
import { readKeystore } from '../../../src/cli/account/readKeystore.js'
import { askPassword } from '../../../src/cli/account/readPassword.js'
import { thrown } from '../../support/errors.js'
import { fake } from '../../support/fake.js'
import { setUpFolder } from '../../support/makeFolder.js'
import { makeKeystore, writePassword as writeFile } from '../../support/makeKeystore.js'
import { readVector } from '../../support/vectors.js'

const privateKey = `0x${'21'.repeat(32)}` as const
const password = 'correct horse'

describe('readKeystore', () => {
  const folder = setUpFolder()
  const writePassword = (text: string, mode?: number) => writeFile(folder, text, mode)

  const refusal = async (content: unknown, given = password) => {
    const path = await folder.write(content)
    const error = await thrown(() => writePassword(given).then((file) => readKeystore(path, file)))
    expect(error).include({ name: 'UsageError' })
    for (const secret of [privateKey.slice(2), password]) expect(error.message).not.include(secret)
    return String(error.shortMessage).replace(path, 'FILE')
  }

  for (const { name, json, password, ...known } of readVector('keystores')) {
    it(`default: ${name}`, async function () {
      this.timeout(20_000)
      const key = await readKeystore(await folder.write(json), await writePassword(`${password}\n`))
      const address = privateKeyToAddress(key).toLowerCase()
      expect({ key, address }).include({ ...(known.privateKey && { key: known.privateKey }) })
      if (known.address) expect(address).equal(known.address)
      expect(await refusal(json, `${password}x`)).equal(
        'The password does not open FILE, or the file is damaged.',
      )
    })
  }

  it('error: a field that was changed', async () => {
    const keystore = makeKeystore(privateKey, password)
    const { crypto } = keystore
    const flip = (text: string) => (text[0] === '0' ? '1' : '0') + text.slice(1)
    for (const changed of [
      { ciphertext: flip(crypto.ciphertext) },
      { mac: flip(crypto.mac) },
      { kdfparams: { ...crypto.kdfparams, salt: flip(crypto.kdfparams.salt) } },
      { kdfparams: { ...crypto.kdfparams, p: 2 } },
    ]) {
      expect(await refusal({ ...keystore, crypto: { ...crypto, ...changed } })).equal(
        'The password does not open FILE, or the file is damaged.',
      )
    }
  })

  it('attack: another iv decrypts to another key, and the address of the file shows it', async () => {
    const keystore = makeKeystore(privateKey, password)
    const changed = { ...keystore.crypto, cipherparams: { iv: '00'.repeat(16) } }
    const address = privateKeyToAddress(privateKey)
    expect(await refusal({ ...keystore, address, crypto: changed })).match(
      new RegExp(`^The keystore FILE names the address ${address.toLowerCase()}, but its key has 0x`),
    )
  })

  it('error: the address of another key, or a malformed one', async () => {
    const keystore = makeKeystore(privateKey, password)
    const address = privateKeyToAddress(privateKey)
    const path = await writePassword(password)
    for (const same of [address, address.toLowerCase(), address.slice(2).toLowerCase(), undefined]) {
      expect(await readKeystore(await folder.write({ ...keystore, address: same }), path)).equal(privateKey)
    }
    for (const other of [`0x${'12'.repeat(20)}`, '12'.repeat(20), '', '0x', address.slice(0, -1)]) {
      const found = `0x${other.replace('0x', '')}`.toLowerCase()
      expect(await refusal({ ...keystore, address: other })).equal(
        `The keystore FILE names the address ${found}, but its key has ${address}.`,
      )
    }
  })

  it('error: an invalid private key', async () => {
    const zero = makeKeystore(`0x${'00'.repeat(32)}`, password)
    expect(await refusal(zero)).equal('The keystore FILE holds no private key.')
  })

  it('error: a file that is not version 3 is refused before the password prompt', async () => {
    const keystore = makeKeystore(privateKey, password)
    const { crypto } = keystore
    const withParameters = (changed: object) => ({
      ...crypto,
      kdfparams: { ...crypto.kdfparams, ...changed },
    })
    const rows: [content: object, problem: string][] = [
      [{}, 'version must be 3'],
      [{ ...keystore, version: 1 }, 'version must be 3'],
      [{ ...keystore, address: 5 }, 'address must be string'],
      [{ ...keystore, crypto: undefined }, 'crypto must be object'],
      [{ ...keystore, crypto: { ...crypto, kdf: 'argon2' } }, 'crypto.kdf'],
      [{ ...keystore, crypto: { ...crypto, cipher: 'aes-128-cbc' } }, 'crypto.cipher must be "aes-128-ctr"'],
      [{ ...keystore, crypto: { ...crypto, mac: '00' } }, 'crypto.mac must be hex of 32 bytes'],
      [
        { ...keystore, crypto: { ...crypto, ciphertext: '00'.repeat(33) } },
        'crypto.ciphertext must be hex of 1 to 32 bytes',
      ],
      [{ ...keystore, crypto: withParameters({ n: 3 }) }, 'crypto.kdfparams.n must be a power of 2'],
      [
        { ...keystore, crypto: withParameters({ n: 2 ** 30 }) },
        'crypto.kdfparams.n must need at most 1 GiB of memory',
      ],
      [
        { ...keystore, crypto: withParameters({ n: 2 ** 20, p: 2 ** 10 }) },
        'crypto.kdfparams.p must be smaller',
      ],
      [{ ...keystore, crypto: withParameters({ dklen: 16 }) }, 'crypto.kdfparams.dklen must be 32'],
    ]
    for (const [content, problem] of rows) {
      const path = await folder.write(content)
      const error = await thrown(() => readKeystore(path, folder.path('no such password')))
      expect(error).include({ name: 'UsageError' })
      expect(error.shortMessage)
        .include('is not a keystore of version 3 (Web3 Secret Storage): ')
        .and.include(problem)
    }
    for (const text of ['', '[]', 'no JSON']) {
      expect(await refusal(text)).equal('The file FILE is not an object in JSON.')
    }
  })

  it('attack: a key given in place of the file is not repeated', async () => {
    for (const key of [privateKey, privateKey.slice(2)]) {
      const error = await thrown(() => readKeystore(key, undefined))
      expect(error.message).not.include(privateKey.slice(2))
      expect(error.shortMessage).equal('--keystore must be a file, found 32 bytes of hex.')
    }
  })

  describe('the file of the password', () => {
    it('behavior: one line, with or without its line break, and with blanks', async () => {
      const keystore = await folder.write(makeKeystore(privateKey, ' a pass word '))
      for (const end of ['', '\n', '\r\n']) {
        expect(await readKeystore(keystore, await writePassword(` a pass word ${end}`))).equal(privateKey)
      }
    })

    it('error: a file that others can read, that has several lines, or that does not exist', async () => {
      const keystore = await folder.write(makeKeystore(privateKey, password))
      const tell = async (path: string) => {
        const error = await thrown(() => readKeystore(keystore, path))
        expect(error).include({ name: 'UsageError' })
        return error.message.replaceAll(path, 'FILE')
      }
      for (const mode of [0o604, 0o602, 0o666]) {
        expect(await tell(await writePassword(password, mode)))
          .include('--password-file FILE is open to every user of this machine.')
          .and.include('chmod 600 FILE')
      }
      for (const text of [`${password}\n\n`, `\n${password}`, 'a\rb']) {
        expect(await tell(await writePassword(text))).include('must have one line, the password.')
      }
      for (const path of [folder.path('none'), folder.path()]) {
        expect(await tell(path))
          .include('--password-file cannot be read (E')
          .and.not.include('FILE')
      }
    })
  })

  describe('the prompt', () => {
    const open = (isTTY: boolean) => {
      const modes: boolean[] = []
      const input = fake<PassThrough & NodeJS.ReadStream>(
        Object.assign(new PassThrough(), { isTTY, setRawMode: (mode: boolean) => modes.push(mode) }),
      )
      const output = new PassThrough()
      return { input, output, modes, shown: () => String(output.read()) }
    }

    it('default: the terminal shows nothing of the typed password', async () => {
      const { input, output, modes, shown } = open(true)
      const asked = askPassword('Password: ', input, output)
      input.write('correct hoors\u007f\u007fse\r')
      expect(await asked).equal('correct hoose')
      expect(modes).deep.equal([true, false])
      expect(shown()).equal('Password: \n')
    })

    it('error: no terminal, or an empty password', async () => {
      const piped = open(false)
      const error = await thrown(() => askPassword('Password: ', piped.input, piped.output))
      expect(error.message).include('There is no terminal to ask for the password.')
      expect(error.metaMessages).deep.equal(['Pass --password-file FILE.'])
      expect(piped.output.read()).equal(null)
      const ended = open(true)
      const asked = askPassword('Password: ', ended.input, ended.output)
      ended.input.end()
      expect(await thrown(() => asked)).include({ shortMessage: 'No password was given.' })
      expect(ended.modes).deep.equal([true, false])
    })
  })
})
