#include "instrumentation/machine/turn_order.h"

#include "instrumentation/error.h"

namespace tilescope::machine {

Turns turn_order(const Prepared& kernel, const Launch& launch, const TurnOptions& options) {
  const Code& code = kernel.code(Lanes::apart);
  Block block(code, launch, std::make_shared<EventPool>(1), true, 1);
  block.chains(is_chained(code));
  Budget budget(usual_limit);
  block.spend(&budget);
  block.limit_printed(0, 0);
  Turns turns, of_block;
  block.log_turns(&of_block);
  for (std::uint64_t number = 0; number < launch.blocks(); ++number) {
    if (options.runs && !options.runs(number)) continue;
    const bool keeps = !options.keeps || options.keeps(number);
    if (!keeps && !is_chained(code)) continue;
    block.start(number, 1, false);
    if (!block.go_on([&] {
          if (of_block.size() + turns.size() > options.most) throw TooManyTurns{};
          return options.goes_on && !options.goes_on();
        }))
      throw Error("looking for the order of threads was cancelled");
    const bool fails = block.take().front().fault.has_value();
    if (keeps) turns.insert(turns.end(), of_block.begin(), of_block.end());
    if (turns.size() > options.most) throw TooManyTurns{};
    if (fails) break;
  }
  return turns;
}

}  // namespace tilescope::machine
