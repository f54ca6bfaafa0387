/** A cache with a maximum size: least recently set is evicted first. To make it LRU, set on every hit. */
export class BoundedMap<K, V> extends Map<K, V> {
  readonly #maxSize: number

  constructor(maxSize: number) {
    super()
    this.#maxSize = maxSize
  }

  override set(key: K, value: V): this {
    // Deleted first, so that it moves to the end of the iteration order.
    this.delete(key)
    super.set(key, value)
    const oldest = this.keys().next()
    if (this.size > this.#maxSize && !oldest.done) this.delete(oldest.value)
    return this
  }
}
