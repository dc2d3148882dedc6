import { createOptionReader } from '../base/createOptionReader.js'
import { WebhookOptionError } from './errors.js'

/** Checks the options of a function. The name of an option decides its type. @throws {@link WebhookOptionError} */
export const readOptions = /* @__PURE__ */ createOptionReader(
  (result, option, _value, requirement) => {
    if (result === undefined) throw new WebhookOptionError({ option, requirement })
    return result
  },
  {
    count: ['maxEntries'],
    positive: ['ttlMs', 'maxBodyBytes'],
    callback: ['now', 'onEvent', 'onUnknownEvent', 'onError', 'claim', 'complete', 'release'],
    moment: ['nowMs'],
    record: ['store'],
  },
)
