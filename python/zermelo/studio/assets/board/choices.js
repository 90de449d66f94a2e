// Which legal moves the squares that a player has pointed at can still become. A move has legs, each a list of squares: one to place a stone,
// two to move a piece, more to jump on. The legs may be made in any order.

const same = (a, b) => a.length === b.length && a.every((each, at) => each === b[at]);
const begins = (leg, path) => path.length <= leg.length && path.every((each, at) => each === leg[at]);

// The moves that are still possible, with the legs of each that are not made yet
export function left(moves, done) {
  const found = [];
  for (const move of moves) {
    const legs = move.legs.slice();
    const fits = done.every((leg) => {
      const at = legs.findIndex((each) => same(each, leg));
      return at >= 0 && legs.splice(at, 1);
    });
    if (fits && move.legs.length) found.push({ ...move, legs });
  }
  return found;
}

// The squares that may follow a path
export function next(moves, done, path) {
  const squares = new Set();
  for (const { legs } of left(moves, done))
    for (const leg of legs) if (leg.length > path.length && begins(leg, path)) squares.add(leg[path.length]);
  return squares;
}

// A piece that jumps several times may be moved to its last square at once, if only one way leads there
export function shortcut(moves, done, path, square) {
  if (!path.length) return null;
  const ways = left(moves, done).flatMap(({ legs }) => legs).filter((leg) => begins(leg, path) && leg[leg.length - 1] === square);
  return ways.length && ways.every((leg) => same(leg, ways[0])) ? ways[0] : null;
}

// Whether a path is a whole leg, and no longer leg begins with it
export function isLeg(moves, done, path) {
  const legs = left(moves, done).flatMap((move) => move.legs);
  return legs.some((leg) => same(leg, path)) && !legs.some((leg) => leg.length > path.length && begins(leg, path));
}

// The moves that the legs made so far are; none as long as legs are missing
export function complete(moves, done) {
  const found = left(moves, done);
  return found.every(({ legs }) => legs.length === 0) ? found : [];
}

// Squares on which a leg consists of one square only
export function puts(moves, done) {
  return new Set(left(moves, done).flatMap(({ legs }) => legs.filter((leg) => leg.length === 1).map(([square]) => square)));
}
