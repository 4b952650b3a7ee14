import type { NoticeTexts } from './texts.ts';

export const FR: NoticeTexts = {
  receipt: ({ team, amount, document: { number, from, until } }) => ({
    subject: `Reçu ${number} pour ${team}`,
    paragraphs: [
      `Merci. Nous avons reçu ${amount} pour Hearth Pro dans « ${team} », du ${from} au ${until}.`,
      `La facture ${number} est jointe.`,
    ],
    button: 'Ouvrir la facturation',
  }),
  refund: ({ team, amount, document: { number, credited } }) => ({
    subject: `Remboursement de ${amount} pour ${team}`,
    paragraphs: [
      `Nous avons remboursé ${amount} pour « ${team} ». La somme revient sur la carte ou le compte qui a payé ; la plupart des banques l’affichent sous 5 à 7 jours ouvrés.`,
      `L’avoir ${number} de la facture ${credited} est joint. Pro a pris fin et rien n’a été supprimé.`,
    ],
    button: 'Ouvrir la facturation',
  }),
  charge: ({ team, amount, date, method }) => ({
    subject: `Pro pour ${team} se renouvelle le ${date}`,
    paragraphs: [
      method === ''
        ? `Le ${date}, ${amount} seront prélevés, taxes comprises, pour Hearth Pro dans « ${team} ».`
        : `Le ${date}, ${amount} seront prélevés sur ${method}, taxes comprises, pour Hearth Pro dans « ${team} ».`,
      'Vous n’avez rien à faire. Si vous préférez arrêter, annulez avant ce jour : plus rien ne sera prélevé.',
    ],
    button: 'Ouvrir la facturation',
  }),
  failed: ({ team, amount, grace }, stage) => ({
    subject:
      stage === 'last'
        ? `Pro pour ${team} prend fin le ${grace} sans paiement`
        : `Un paiement pour ${team} n’a pas abouti`,
    paragraphs: [
      stage === 'first'
        ? `Le paiement de ${amount} pour « ${team} » n’a pas abouti. Il sera retenté dans les prochains jours.`
        : `Le paiement de ${amount} pour « ${team} » n’a toujours pas abouti.`,
      `Tout reste en l’état pendant que la banque réessaie, jusqu’au ${grace} au plus tard. Vérifiez la carte ou choisissez un autre moyen de paiement, et rien ne change pour votre équipe.`,
    ],
    button: 'Régler le paiement',
  }),
  lapse: ({ team }) => ({
    subject: `Pro a pris fin pour ${team}`,
    paragraphs: [
      `« ${team} » est maintenant sur l’offre Trial. Rien n’a été supprimé : tout peut être lu, modifié et exporté.`,
      'Les nouveaux éléments attendent qu’il y ait de la place sur Trial. Si plus de personnes modifient qu’il n’y a de places, choisissez dans la facturation qui continue.',
    ],
    button: 'Reprendre Pro',
  }),
  cancelled: ({ team, date }) => ({
    subject: `Pro pour ${team} prend fin le ${date}`,
    paragraphs: [
      `Pro pour « ${team} » est annulé. Il reste actif jusqu’au ${date}, et plus rien ne sera prélevé.`,
      'Ensuite, rien n’est supprimé : tout pourra être lu, modifié et exporté, et les nouveaux éléments attendront qu’il y ait de la place sur Trial. D’ici là, vous pouvez changer d’avis.',
    ],
    button: 'Ouvrir la facturation',
  }),
  card: ({ team, method, month }) => ({
    subject: `La carte qui paie ${team} expire bientôt`,
    paragraphs: [
      `${method} expire fin ${month}. Remplacez-la par une autre carte, pour que Pro continue sans interruption dans « ${team} ».`,
    ],
    button: 'Changer la carte',
  }),
  upgradeRequest: ({ team, requester }) => ({
    subject: `${requester} demande Pro pour ${team}`,
    paragraphs: [
      `${requester} aimerait que « ${team} » dispose de Hearth Pro. En tant que propriétaire, vous pouvez le choisir.`,
      'Vous verrez ce que l’offre apporte et ce qu’elle coûte avant tout paiement.',
    ],
    button: 'Voir Pro',
  }),
  whyReceipt:
    'Vous recevez ce message parce que l’équipe est à vous ou que votre adresse est indiquée pour ses reçus.',
  whyOwner: 'Vous recevez ce message parce que l’équipe est à vous ou que vous suivez ses factures.',
};
