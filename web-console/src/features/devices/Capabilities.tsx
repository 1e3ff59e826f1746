import { useTranslation } from 'react-i18next'
import type { DeviceModel } from './api'
import styles from './Capabilities.module.css'

/** What a model can do, in short words. */
export function Capabilities({ model }: { model: DeviceModel }) {
  const { t, i18n } = useTranslation('devices')
  const typeName = (type: string) => {
    const key = `options.identifiers.${type}`
    return i18n.exists(key, { ns: 'devices' }) ? t(key as 'options.identifiers.card') : type
  }
  const words = [
    t('can.locks', { count: model.locks }),
    ...model.identifier_types
      .filter((type) => type !== 'face' || model.max_faces === 0)
      .map(typeName),
    model.max_faces > 0 && t('can.faces', { count: model.max_faces }),
    model.has_keypad && t('can.keypad'),
    model.has_camera && t('can.camera'),
    model.has_sip && t('can.calls'),
    !model.holds_schedules && t('can.noSchedules'),
  ].filter((word) => word !== false)
  return (
    <span className={styles.words}>
      {words.map((word) => (
        <span key={word}>{word}</span>
      ))}
    </span>
  )
}
