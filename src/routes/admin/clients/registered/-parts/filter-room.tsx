import { useCan } from '#src/api/capabilities.ts'
import styles from './client-filters.module.css'

/** As large as the filter, which comes later, so that no row moves. */
export const FilterRoom = () => useCan('invitations', true) && <div className={styles.room} />
