import type { ReactNode } from 'react'
import styles from './filter-row.module.css'

/** Filters and tools of a list. On phones they are one row of chips that scrolls sideways. */
export const FilterRow = ({ children }: { children: ReactNode }) => <div className={styles.row}>{children}</div>
