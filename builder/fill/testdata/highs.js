// Solves integer programmes with HiGHS, one after the other: each is a line of JSON
// on standard input, a text in CPLEX's LP format, and each answer a line with the
// value of its objective. It needs the package highs (npm install highs); NODE_PATH
// says where it is.
const lines = require("fs").readFileSync(0, "utf8").split("\n").filter(Boolean);
require("highs")().then((highs) => {
  for (const line of lines) {
    console.log(highs.solve(JSON.parse(line), { mip_rel_gap: 0, mip_abs_gap: 1e-9 }).ObjectiveValue);
  }
});
