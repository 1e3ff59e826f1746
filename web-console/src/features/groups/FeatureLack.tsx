import { Alert } from 'antd'
import { useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type { Ref } from '@/api/types'
import { usePermissionWords, type LicensedFeature } from '@/kit/permissions'
import styles from './featureLack.module.css'
import { useFeaturesOff } from './useFeaturesOff'

/** Of more groups nothing is said here: the service refuses them all the same. */
const MAX_GROUPS = 10

interface Props {
  /** The field of the form that holds the chosen groups, one or several. */
  name: string
  feature: LicensedFeature
}

/** Says which of the chosen groups have not a feature that the project has: nothing new is made there. A line of a `FieldGrid`. */
export function FeatureLack({ name, feature }: Props) {
  const value = useWatch({ name }) as Ref | Ref[] | null | undefined
  const groups = [value].flat().filter((group) => group !== null && group !== undefined)
  return groups
    .slice(0, MAX_GROUPS)
    .map((group) => <LackOfGroup key={group.id} group={group} feature={feature} />)
}

function LackOfGroup({ group, feature }: { group: Ref; feature: LicensedFeature }) {
  const { t } = useTranslation('permissions', { useSuspense: false })
  const { isReady, featureOf } = usePermissionWords()
  const isOff = useFeaturesOff(group.id).includes(feature)
  if (!isOff || !isReady) return null
  const words = { group: group.name, feature: featureOf(feature) }
  const title = t('unlicensedGroup', words)
  return <Alert className={styles.lack} type="warning" showIcon title={title} />
}
