// Months are `YYYY-MM` and can be compared as strings.

export const yearOf = (month: string): number => Number(month.slice(0, 4))

/** Returns a month of a year; months count from 1. */
export const monthIn = (year: number, number: number): string => `${year}-${String(number).padStart(2, '0')}`

export const isFutureMonth = (month: string, thisMonth: string): boolean => month > thisMonth

/** Limits a month to the current one. */
export const clampMonth = (month: string, thisMonth: string): string =>
  isFutureMonth(month, thisMonth) ? thisMonth : month

/** Returns the same month in another year. */
export const withYear = (month: string, year: number, thisMonth: string): string =>
  clampMonth(`${year}${month.slice(4)}`, thisMonth)

/** Returns a year and the given number of years before it, newest first. */
export const yearList = (year: number, count: number): number[] =>
  Array.from({ length: count + 1 }, (_, before) => year - before)
