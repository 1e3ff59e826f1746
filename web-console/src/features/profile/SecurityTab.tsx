import { ErrorState, Loading } from '@/kit/feedback'
import { useGetSecondFactorsQuery } from './api'
import { PasskeySection } from './PasskeySection'
import { PasswordSection } from './PasswordSection'
import styles from './profile.module.css'
import { RecoveryCodesSection } from './RecoveryCodesSection'
import { TotpSection } from './TotpSection'

/** The password, and what is asked for besides. */
export function SecurityTab() {
  const { data, error, refetch } = useGetSecondFactorsQuery()
  return (
    <div className={styles.sections}>
      <PasswordSection />
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Loading />}
      {data && (
        <>
          <TotpSection isOn={data.is_totp_enabled} />
          {data.is_totp_enabled && <RecoveryCodesSection left={data.recovery_codes_left} />}
          <PasskeySection passkeys={data.passkeys} />
        </>
      )}
    </div>
  )
}
