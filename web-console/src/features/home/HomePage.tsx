import { useTranslation } from 'react-i18next'
import { useProfile } from '@/kit/permissions'
import { Page } from '@/kit/page'
import { useDateFormat, useNow } from '@/kit/time'
import { cards } from './cards'
import { Figures } from './Figures'
import styles from './home.module.css'
import { partOfDay } from './partOfDay'
import { QuickActions } from './QuickActions'

/** The dashboard: a greeting, and the cards that the person may see. */
export default function HomePage() {
  const { t } = useTranslation('home')
  const profile = useProfile()
  const { at } = useDateFormat()
  const now = useNow()
  const moment = at(now)
  return (
    <Page
      title={t(`options.greeting.${partOfDay(moment.hour())}`, {
        name: profile?.name.split(' ')[0] ?? '',
      })}
      note={moment.format('dddd, D MMMM')}
      actions={<QuickActions />}
    >
      <Figures />
      <div className={styles.cards}>
        {cards.map(({ key, Card }) => (
          <Card key={key} />
        ))}
      </div>
    </Page>
  )
}
