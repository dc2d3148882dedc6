// The project's networks for code that is compiled without the optimizer, which is larger than chains allow.
import config from '../../hardhat.config.js'

const destination = { ...config.networks?.destination, allowUnlimitedContractSize: true }
export default { ...config, networks: { destination } }
