import v8 from 'node:v8'
import vm from 'node:vm'

/** Frees what nobody holds, so that what is measured next is what is held. */
export function collectGarbage(): void {
  v8.setFlagsFromString('--expose-gc')
  const collect = vm.runInNewContext('gc') as () => void
  collect()
}
