import { CheckCircleOutlined, StopOutlined } from '@ant-design/icons'
import { useTranslation } from 'react-i18next'
import { useField, type FieldProps } from '@/kit/form'
import styles from './EffectField.module.css'

/** Whether the rule grants or forbids: two choices with what they mean, never a bare switch. */
export function EffectField(props: FieldProps) {
  const { t } = useTranslation('access-rules')
  const { value, onChange, control } = useField(props)
  const choices = [
    {
      isProhibition: false,
      icon: <CheckCircleOutlined aria-hidden />,
      title: t('effects.grants'),
      text: t('effects.grantsText'),
    },
    {
      isProhibition: true,
      icon: <StopOutlined aria-hidden />,
      title: t('effects.forbids'),
      text: t('effects.forbidsText'),
    },
  ]
  return (
    <div role="radiogroup" aria-label={props.label} className={styles.choices}>
      {choices.map(({ isProhibition, icon, title, text }) => (
        <label key={title} className={styles.choice} data-forbids={isProhibition}>
          <input
            type="radio"
            name={control.id}
            id={isProhibition ? undefined : control.id}
            ref={isProhibition ? undefined : control.ref}
            checked={value === isProhibition}
            disabled={control.disabled}
            onBlur={control.onBlur}
            onChange={() => onChange(isProhibition)}
          />
          <span className={styles.icon}>{icon}</span>
          <span>
            <strong>{title}</strong>
            <small>{text}</small>
          </span>
        </label>
      ))}
    </div>
  )
}
