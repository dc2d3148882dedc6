module.exports = {
  solidity: {
    version: '0.8.35',
    settings: { optimizer: { enabled: true, runs: 200 }, evmVersion: 'cancun' },
  },
}
