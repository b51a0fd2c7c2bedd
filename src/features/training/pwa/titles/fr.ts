import type { VoucherTitles } from '../titles.ts';

export const fr: VoucherTitles = {
  'A full balance of SGD 10.00': ['10 $', 'Solde entier de 10,00 SGD'],
  'A full balance of SGD 50.00': ['50 $', 'Solde entier de 50,00 SGD'],
  'A number with two letters and nine digits': ['50 $', 'Un code de deux lettres et neuf chiffres'],
  'A number with two letters and ten digits': ['50 $', 'Un code de deux lettres et dix chiffres'],
  'A number with twelve letters and digits': ['50 $', 'Un code de douze lettres et chiffres'],
  'A number with a dash': ['50 $', 'Un code avec un tiret'],
  'SGD 23.40 of 50.00 is left': ['50 $, entamé', 'Il reste 23,40 SGD sur 50,00'],
  '5 cents are left': ['50 $, presque vide', 'Il reste 5 centimes'],
  'The last day is in two days': ['10 $, expire bientôt', 'Le dernier jour est après-demain'],
  'Today is the last day': ['10 $, expire aujourd’hui', 'Aujourd’hui est le dernier jour'],
  'The largest balance, SGD 1,000.00': ['1000 $', 'Le plus grand solde, 1 000,00 SGD'],
  'The smallest voucher, SGD 1.00': ['1 $', 'Le plus petit bon, 1,00 SGD'],
  'An odd amount, SGD 37.55': ['37,55 $', 'Un montant qui n’est pas rond, 37,55 SGD'],
  'Nothing is left': ['Utilisé', 'Il ne reste rien'],
  'It was used once': ['Utilisé, à usage unique', 'Il a servi une fois'],
  'The last day was yesterday': ['Expiré', 'Le dernier jour était hier'],
  'The last day was a year ago': ['Expiré depuis longtemps', 'Le dernier jour était il y a un an'],
  'It must be activated before use': ['Pas activé', 'À activer avant de l’utiliser'],
  'It is no longer in circulation': ['Annulé', 'Il n’est plus en circulation'],
  'The one item is gone': ['Billet utilisé', 'Son seul article est pris'],
  'Items that are past their date': ['Cafés expirés', 'Des articles dont la date est passée'],
  'No such voucher': ['Inconnu', 'Ce bon n’existe pas'],
  'One redemption consumes it whole': ['25 $, à usage unique', 'Un encaissement le consomme en entier'],
  'It can be used in parts': ['120 $, à usages multiples', 'Il s’utilise en plusieurs fois'],
  'One item, used at once': ['Billet de cinéma', 'Un article, utilisé en une fois'],
  'Four items, one at a time': ['Quatre cafés', 'Quatre articles, un à la fois'],
  'Two of four items are left': ['Encore deux cafés', 'Il reste deux articles sur quatre'],
  'Three items, all used at once': ['Déjeuner pour trois', 'Trois articles, utilisés en une fois'],
  'Another currency, MYR 50.00': ['50 RM', 'Une autre monnaie, 50,00 MYR'],
  'The amount is taken, but the answer never comes': [
    'Sans réponse, encaissé',
    'Le montant est encaissé, mais la réponse ne vient jamais',
  ],
  'Nothing is taken, and no answer comes': [
    'Sans réponse, rien d’encaissé',
    'Rien n’est encaissé et aucune réponse ne vient',
  ],
  'Nothing is taken, and the answer to the request before comes back': [
    'Réponse d’un autre bon, rien d’encaissé',
    'Rien n’est encaissé, et la réponse à la demande précédente arrive',
  ],
  'The amount is taken, but the answer to the request before comes back': [
    'Dernière réponse répétée, encaissé',
    'Le montant est encaissé, mais la réponse à la demande précédente arrive',
  ],
  'The amount is taken, but the answer to the first request of all comes back': [
    'Ancienne réponse, encaissé',
    'Le montant est encaissé, mais la réponse à la toute première demande arrive',
  ],
  'The amount is taken, but the amounts in the answer do not agree': [
    'Réponse contradictoire, encaissé',
    'Le montant est encaissé, mais les montants de la réponse se contredisent',
  ],
  'The amount is taken, then the connection breaks': [
    'Connexion coupée, encaissé',
    'Le montant est encaissé, puis la connexion se coupe',
  ],
  'The connection breaks before anything is taken': [
    'Connexion coupée, rien d’encaissé',
    'La connexion se coupe avant tout encaissement',
  ],
  'No answer comes, and the amount is taken a while later': [
    'Sans réponse, encaissé plus tard',
    'Aucune réponse, et le montant est encaissé un moment après',
  ],
  'The amount is taken at once, and the answer comes late': [
    'Réponse lente',
    'Le montant est encaissé aussitôt, la réponse vient tard',
  ],
  'The amount is taken, but the answer is an internal error': [
    'Panne du serveur, encaissé',
    'Le montant est encaissé, mais la réponse est une erreur interne',
  ],
  'Nothing is taken, and the answer is an internal error': [
    'Panne du serveur, rien d’encaissé',
    'Rien n’est encaissé, la réponse est une erreur interne',
  ],
  'The amount is taken, but the answer says that the shop is not known': [
    'Non autorisé, encaissé',
    'Le montant est encaissé, mais la réponse dit que la boutique est inconnue',
  ],
  'The amount is taken, but a web page comes back instead of the answer': [
    'Une page web, encaissé',
    'Le montant est encaissé, mais une page web vient au lieu de la réponse',
  ],
  'The amount is taken, but something on the way answers with an error page': [
    'Passerelle en panne, encaissé',
    'Le montant est encaissé, mais quelque chose en route répond par une page d’erreur',
  ],
  'The amount is taken, but only half of the answer arrives': [
    'Demi-réponse, encaissé',
    'Le montant est encaissé, mais seule la moitié de la réponse arrive',
  ],
  'Half of the amount is taken, and the answer says so': [
    'Encaisse la moitié',
    'La moitié du montant est encaissée, et la réponse le dit',
  ],
  'Nothing is taken; the answer is a 200 that says failed and gives no reason': [
    'Échec dans un succès',
    'Rien n’est encaissé ; la réponse est un 200 qui dit échec, sans raison',
  ],
  'The amount is taken and the connection breaks; search lists it only later': [
    'Connexion coupée, listé plus tard',
    'Le montant est encaissé et la connexion se coupe ; la recherche ne le montre que plus tard',
  ],
  'The first of 500 cards that are not active yet': ['Carte 000101', 'La première de 500 cartes pas encore actives'],
  'Not active yet': ['Carte 000102', 'Pas encore active'],
  'The last of the first 50': ['Carte 000150', 'La dernière des 50 premières'],
  'The last of the 500': ['Carte 000600', 'La dernière des 500'],
  'Activated earlier, SGD 50.00': ['Carte 000601', 'Activée auparavant, 50,00 SGD'],
  'Void: a range with it is refused': ['Carte 000604', 'Annulée : une plage qui la contient est refusée'],
  'Emptied yesterday in Katong': ['Utilisé dans l’autre boutique', 'Vidé hier à Katong'],
  'Looked at five times in Katong, then emptied': ['Souvent vérifié', 'Regardé cinq fois à Katong, puis vidé'],
  'SGD 20.00 were used in Katong and came back': ['Remboursé', '20,00 SGD utilisés à Katong, puis revenus'],
  'Asked for in Katong, and taken 45 seconds later': [
    'Encaissé en retard',
    'Demandé à Katong, encaissé 45 secondes après',
  ],
  'It was sold, and nobody activated it': ['Jamais activé', 'Vendu, et personne ne l’a activé'],
  'SGD 12.00 were left on its last day': ['Expiré, entamé', 'Il restait 12,00 SGD le dernier jour'],
  'SGD 12.00 less than what can be seen': ['Un reste que rien n’explique', '12,00 SGD de moins que ce qu’on voit'],
  'Activate card 000951: twenty seconds later Katong has emptied it': [
    'Vidée après activation',
    'Activez la carte 000951 : vingt secondes plus tard, Katong l’a vidée',
  ],
};
