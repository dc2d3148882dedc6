#!/usr/bin/env node
// Use no static imports and no newer syntax, so that an old Node can print the message.
const [major, minor] = process.versions.node.split('.').map(Number)

if (major! > 20 || (major === 20 && minor! >= 19)) {
  import('./run.js').then(({ run }) => run(process.argv))
} else {
  console.error(
    `error: fillproof needs Node 20.19 or newer, found ${process.versions.node}.\nInstall a newer Node: https://nodejs.org`,
  )
  process.exitCode = 2
}
