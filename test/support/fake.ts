/** Makes a stand-in for a client, a request or a record. It has only the members that the tested code uses. */
export function fake<whole>(members: { readonly [name in keyof NoInfer<whole>]?: unknown }): whole {
  return members as whole
}
