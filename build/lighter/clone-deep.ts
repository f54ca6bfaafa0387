/** For `lodash-es/cloneDeep`, in the browser's own words. */
export default function cloneDeep<Value>(value: Value): Value {
  return structuredClone(value)
}
