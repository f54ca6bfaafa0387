/** For `lodash-es/clone`: the values of our forms are plain objects and lists. */
export default function clone<Value extends object>(value: Value): Value {
  return (Array.isArray(value) ? [...value] : { ...value }) as Value
}
