// Months are `YYYY-MM`, which compare as text.

export const yearOf = (month: string): number => Number(month.slice(0, 4))

/** The month of a year, counted from 1. */
export const monthIn = (year: number, number: number): string => `${year}-${String(number).padStart(2, '0')}`

export const isFutureMonth = (month: string, thisMonth: string): boolean => month > thisMonth

/** Nothing after this month can be chosen: what is later becomes this month. */
export const clampMonth = (month: string, thisMonth: string): string =>
  isFutureMonth(month, thisMonth) ? thisMonth : month

/** The same month in another year. */
export const withYear = (month: string, year: number, thisMonth: string): string =>
  clampMonth(`${year}${month.slice(4)}`, thisMonth)

/** The year and so many before it, newest first. */
export const yearList = (year: number, count: number): number[] =>
  Array.from({ length: count + 1 }, (_, before) => year - before)
