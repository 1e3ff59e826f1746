import { Mark, PRODUCT } from '@/kit/brand'
import styles from './states.module.css'

/** While the first page is on its way. */
export function Splash() {
  return (
    <div className={styles.splash} role="status" aria-label={PRODUCT}>
      <Mark size={48} />
    </div>
  )
}
