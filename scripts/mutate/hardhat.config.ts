// The project's network, without the size limit, for code compiled without the optimizer.
import config from '../../hardhat.config.js'

const destination = { ...config.networks?.destination, allowUnlimitedContractSize: true }
export default { ...config, networks: { destination } }
