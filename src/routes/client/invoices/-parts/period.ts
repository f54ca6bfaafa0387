interface Period {
  from: string | undefined
  to: string | undefined
}

/** The other end moves along where it would come to stand on the wrong side. */
export const withFrom = (from: string, { to }: Period): Period => ({ from, to: to && to < from ? from : to })
export const withTo = (to: string, { from }: Period): Period => ({ from: from && from > to ? to : from, to })
