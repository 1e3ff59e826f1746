import { useTranslation } from 'react-i18next'

/** The name of a screen; a screen that nobody named shows its key. */
export function useScreenTitle(): (key: string) => string {
  const { t } = useTranslation('shell')
  return (key) => t(`screens.${key}` as 'screens.home', { defaultValue: key })
}
