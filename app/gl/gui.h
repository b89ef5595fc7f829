// ImGui on a surface: a frame begins, panels and pictures are drawn, the frame ends. This class holds all of ImGui's
// state. There may be several, each with its own state; outside a frame the first one's state is current.
#pragma once

#include <memory>
#include <string>

#include "app/gl/damage.h"
#include "app/gl/fonts.h"
#include "app/gl/painters.h"
#include "app/gl/surface.h"
#include "app/stage/theme.h"

struct ImGuiContext;
struct ImDrawList;

namespace tilescope {

class Gui {
 public:
  // The surface and its OpenGL context must outlive this object.
  explicit Gui(Surface& surface);
  [[nodiscard]] static bool can_have_another();
  ~Gui();
  Gui(const Gui&) = delete;
  Gui& operator=(const Gui&) = delete;

  // The reader's scale, multiplied by the display's. Fonts are created again with the next frame.
  void set_user_scale(float scale) { user_scale_ = scale; }
  [[nodiscard]] float scale() const;

  // The background ink, from the next end() on.
  void set_ground(Ink ground) { ground_ = ground; }
  // `seconds` since the last frame. The theme must exist until the end of the frame.
  void begin(const Theme& theme, float seconds);
  // Presents the previous frame if it is still pending, and begins to draw the differences. Afterwards the surface's
  // pixels may be read, and the surface presents them.
  void end();
  // The name of the renderer: see gl_renderer.
  [[nodiscard]] static std::string renderer();

  [[nodiscard]] const Fonts& fonts() const { return *fonts_; }
  // Whether the frame had letters that the next one draws, with other fonts.
  [[nodiscard]] bool lacks_letters() const { return !fonts_->missing().empty(); }
  [[nodiscard]] Painters& painters() { return painters_; }
  [[nodiscard]] ImDrawList& background();  // behind all panels, as large as the surface
  [[nodiscard]] ImDrawList& foreground();  // in front of all panels

  // The mouse of a script, for surfaces without a mouse.
  void move_mouse(Point place) { mouse_.place = place; }
  void hold_mouse(bool down) { mouse_.down = down; }
  void turn_wheel(float steps) { mouse_.wheel += steps; }

 private:
  struct Mouse {
    Point place{-1e6F, -1e6F};
    bool down = false;
    float wheel = 0;
  };

  void leave();
  void make_fonts();
  void feed_surface(float seconds);
  [[nodiscard]] std::vector<Box> changed();
  void cover_with_ground(const std::vector<Box>& boxes);

  Surface& surface_;
  ImGuiContext* context_ = nullptr;
  ImGuiContext* outer_ = nullptr;  // the first object's context, if this is another one
  std::unique_ptr<GuiInput> input_;
  std::unique_ptr<Fonts> fonts_;
  Fonts::Letters rare_letters_;
  SystemFonts system_fonts_;
  Painters painters_;
  Damage damage_;
  bool is_warm_ = false;
  std::uint64_t canvas_ = 0;  // the canvas() of the last frame
  Mouse mouse_;
  const Theme* theme_ = nullptr;
  Ink ground_ = Ink::window;
  float user_scale_ = 1, fonts_scale_ = 0;
};

}  // namespace tilescope
