import { useParams } from 'react-router'
import { NewReservation } from './NewReservation'
import { ReservationDetails } from './ReservationDetails'

/** A reservation: made in three taps, or looked at and moved. */
export default function ReservationFormPage() {
  const { id } = useParams()
  return id ? <ReservationDetails key={id} id={Number(id)} /> : <NewReservation />
}
