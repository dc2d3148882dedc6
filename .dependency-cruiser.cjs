// Imports point downwards: what a folder may import. It reads the built files, `npm run build` first.
const below = {
  errors: [],
  abi: [],
  bytecode: [],
  format: ['errors'],
  address: ['errors', 'format'],
  signature: ['errors', 'format'],
  profile: ['errors'],
  order: ['errors', 'format', 'address', 'signature'],
  attestation: ['errors', 'format', 'address', 'signature', 'order'],
  revert: ['errors', 'abi'],
  contract: ['errors', 'format', 'address', 'abi'],
  mock: [
    'errors',
    'format',
    'address',
    'signature',
    'profile',
    'order',
    'attestation',
    'revert',
    'contract',
    'abi',
    'bytecode',
  ],
  cli: [
    'errors',
    'format',
    'address',
    'profile',
    'attestation',
    'order',
    'revert',
    'contract',
    'mock',
    'abi',
    'bytecode',
  ],
}

module.exports = {
  forbidden: [
    { name: 'no-circular', severity: 'error', from: {}, to: { circular: true } },
    ...Object.entries(below).map(([folder, allowed]) => ({
      name: `${folder}-imports-downwards`,
      severity: 'error',
      from: { path: `^dist/${folder}/` },
      to: { path: '^dist/', pathNot: [folder, ...allowed].map((name) => `^dist/${name}/`) },
    })),
    {
      name: 'root-is-pure',
      comment: 'The root entry runs in a browser.',
      severity: 'error',
      from: { path: '^dist/(errors|format|address|signature|profile|order|attestation|revert|contract)/' },
      to: { dependencyTypes: ['core'] },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'types', 'default'] },
  },
}
