import { FieldFrame, useField, type FieldProps } from './Field'
import styles from './ToggleField.module.css'

interface Props extends FieldProps {
  options: { value: string | number; label: string }[]
  /** Seven in a row, as in a calendar. */
  isCalendar?: boolean
}

/** Several of a few short words or numbers: each is a button that is in or out. */
export function ToggleField(props: Props) {
  const { value, onChange, error, control } = useField(props)
  const chosen = value as (string | number)[]
  const toggle = (item: string | number) =>
    onChange(
      chosen.includes(item)
        ? chosen.filter((each) => each !== item)
        : props.options.map((each) => each.value).filter((v) => v === item || chosen.includes(v)),
    )
  return (
    <FieldFrame props={props} error={error}>
      <div
        role="group"
        aria-label={props.label}
        aria-describedby={control['aria-describedby']}
        className={props.isCalendar ? styles.calendar : styles.row}
      >
        {props.options.map(({ value: item, label }, at) => (
          <button
            key={item}
            id={at === 0 ? control.id : undefined}
            ref={at === 0 ? control.ref : undefined}
            type="button"
            className={styles.toggle}
            aria-pressed={chosen.includes(item)}
            disabled={control.disabled}
            onBlur={control.onBlur}
            onClick={() => toggle(item)}
          >
            {label}
          </button>
        ))}
      </div>
    </FieldFrame>
  )
}
