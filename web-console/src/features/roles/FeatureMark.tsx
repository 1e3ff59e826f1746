import { Tooltip } from 'antd'
import { useTranslation } from 'react-i18next'
import { usePermissionWords } from '@/kit/permissions'
import styles from './PermissionField.module.css'

interface Props {
  feature: string
  /** The licence has it. */
  isOn: boolean
}

/** The licence feature without which a right has no effect. */
export function FeatureMark({ feature, isOn }: Props) {
  const { t } = useTranslation('roles')
  const { featureOf } = usePermissionWords()
  const name = featureOf(feature)
  return (
    <Tooltip title={t(isOn ? 'permissions.licensed' : 'permissions.unlicensed', { name })}>
      <span className={styles.feature} data-on={isOn}>
        {name}
      </span>
    </Tooltip>
  )
}
